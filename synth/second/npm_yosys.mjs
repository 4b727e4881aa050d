// SPDX-License-Identifier: Apache-2.0
// Runs the Yosys of the npm package @yowasp/yosys, which has an interface for JavaScript and no program.
//
// usage: node npm_yosys.mjs PACKAGE_DIR OUT_DIR SCRIPT FILE...
//
// The script sees the files by their names without folders; @FILES@ in it are those that end in .v. What it writes goes
// to OUT_DIR.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packageDir, outDir, script, ...given] = process.argv.slice(2);
const bundle = path.resolve(packageDir, "node_modules/@yowasp/yosys/gen/bundle.js");
const { runYosys } = await import(pathToFileURL(bundle));
const files = Object.fromEntries(given.map((name) => [path.basename(name), fs.readFileSync(name, "utf8")]));
const verilog = Object.keys(files).filter((name) => name.endsWith(".v"));
try {
    const after = await runYosys(["-p", script.replaceAll("@FILES@", verilog.join(" "))], files, {});
    for (const [name, text] of Object.entries(after ?? {}))
        if (typeof text === "string" && files[name] !== text) fs.writeFileSync(path.join(outDir, name), text);
} catch (error) {
    console.error(`npm_yosys: ${error.message}`);
    process.exit(1);
}
