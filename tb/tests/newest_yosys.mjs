// SPDX-License-Identifier: Apache-2.0
// Runs the Yosys of the npm package @yowasp/yosys, which has an interface for JavaScript and no program.
// usage: node newest_yosys.mjs PACKAGE_DIR RTL_DIR FILE_LIST SCRIPT     @FILES@ in the script: the files of the list
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packageDir, rtlDir, list, script] = process.argv.slice(2);
const bundle = path.resolve(packageDir, "node_modules/@yowasp/yosys/gen/bundle.js");
const { runYosys } = await import(pathToFileURL(bundle));
const names = fs.readFileSync(path.join(rtlDir, list), "utf8").trim().split("\n");
const files = Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(rtlDir, name), "utf8")]));
try {
    await runYosys(["-p", script.replaceAll("@FILES@", names.join(" "))], files, {});
} catch (error) {
    console.error(`newest_yosys: ${error.message}`);
    process.exit(1);
}
