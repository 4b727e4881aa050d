"use strict";

/* Numbers by their size, words by the alphabet; what has no number stands behind all numbers, whichever way it goes. */
function order(x, y, down) {
    const numbers = (typeof x === "number") + (typeof y === "number");
    if (numbers === 1)
        return typeof x === "number" ? -1 : 1;
    const ascending = numbers === 2 ? x - y : x.localeCompare(y);
    return down ? -ascending : ascending;
}

/* Sorts the rows of each body of a table by a column; a row "block" stays in front. */
function sortTable(table, column, down) {
    const value = row => {
        const cell = row.cells[column];
        return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
    };
    for (const body of table.tBodies) {
        const rows = [...body.rows].filter(row => !row.classList.contains("block"));
        rows.sort((a, b) => order(value(a), value(b), down));
        body.append(...rows);
    }
}

function makeSortable(table) {
    const titles = [...table.tHead.rows[0].cells];
    titles.forEach((title, column) => {
        const button = document.createElement("button");
        button.textContent = title.textContent;
        title.replaceChildren(button);
        button.addEventListener("click", () => {
            const down = title.getAttribute("aria-sort") === "ascending";
            titles.forEach(other => other.removeAttribute("aria-sort"));
            title.setAttribute("aria-sort", down ? "descending" : "ascending");
            sortTable(table, column, down);
        });
    });
}

/* A field above a long table, which leaves the rows that have its text. */
function makeSearchable(table) {
    const rows = [...table.tBodies].flatMap(body => [...body.rows]).filter(row => !row.classList.contains("block"));
    if (rows.length <= 24)
        return;
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "find";
    field.setAttribute("aria-label", "rows that have this text");
    field.addEventListener("input", () => {
        const wanted = field.value.toLowerCase();
        for (const row of rows)
            row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    table.parentElement.before(field);
}

/* Shows the numbers of all curves at the pointer. */
function makeReadable(figure) {
    const data = JSON.parse(figure.querySelector("script").textContent);
    const area = figure.querySelector(".area");
    const cursor = document.createElement("div"), reading = document.createElement("div");
    cursor.className = "cursor";
    reading.className = "reading";
    cursor.hidden = reading.hidden = true;
    area.append(cursor, reading);
    area.addEventListener("pointerleave", () => { cursor.hidden = reading.hidden = true; });
    area.addEventListener("pointermove", event => {
        const box = area.getBoundingClientRect();
        const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999);
        const lines = ["cycle " + Math.round(share * data.last)];
        const paths = figure.querySelectorAll("path.curve");
        for (const [i, curve] of data.curves.entries()) {
            if (paths[i].hasAttribute("hidden"))
                continue;
            const ipc = curve.ipc[Math.floor(share * curve.ipc.length)];
            lines.push(curve.name + " " + (ipc === null ? "\u2013" : ipc.toFixed(3)));
        }
        reading.replaceChildren(...lines.map(line => {
            const part = document.createElement("div");
            part.textContent = line;
            return part;
        }));
        cursor.hidden = reading.hidden = false;
        cursor.style.left = share * box.width + "px";
        reading.style.left = share < 0.5 ? share * box.width + 8 + "px" : "";
        reading.style.right = share < 0.5 ? "" : (1 - share) * box.width + 8 + "px";
    });
}

/* The names of curves become buttons that hide them. */
function makeChoosable(figure) {
    const curves = figure.querySelectorAll("path.curve");
    figure.querySelectorAll(".legend li").forEach((item, i) => {
        const button = document.createElement("button");
        button.append(...item.childNodes);
        button.setAttribute("aria-pressed", "true");
        item.append(button);
        button.addEventListener("click", () => {
            const on = button.getAttribute("aria-pressed") !== "true";
            button.setAttribute("aria-pressed", String(on));
            curves[i].toggleAttribute("hidden", !on);
        });
    });
}

document.querySelectorAll("table.data").forEach(table => { makeSortable(table); makeSearchable(table); });
document.querySelectorAll("figure.chart").forEach(figure => { makeReadable(figure); makeChoosable(figure); });
