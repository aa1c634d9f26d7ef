// `make docs`: writes the Grafana dashboard of deploy/ from its panels.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatted } from "../project.ts";
import { type Panel, panelRows } from "./panels.ts";

const out = fileURLToPath(new URL("../../deploy/grafana/winnow.json", import.meta.url));

const PANEL = { w: 8, h: 8 };
const COLUMNS = 24;

/** The dashboard as Grafana imports it. */
export function dashboard(): string {
  const panels: object[] = [];
  let y = 0;
  for (const [title, row] of Object.entries(panelRows)) {
    panels.push({
      id: panels.length + 1,
      type: "row",
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    });
    y += 1;
    for (const [index, panel] of row.entries()) {
      const x = (index * PANEL.w) % COLUMNS;
      const below = Math.floor((index * PANEL.w) / COLUMNS) * PANEL.h;
      panels.push({ id: panels.length + 1, ...panelOf(panel), gridPos: { ...PANEL, x, y: y + below } });
    }
    y += Math.ceil((row.length * PANEL.w) / COLUMNS) * PANEL.h;
  }
  return formatted(out, JSON.stringify({ ...frame, panels }));
}

const datasource = { type: "prometheus", uid: "$datasource" };

const frame = {
  uid: "winnow",
  title: "Winnow",
  tags: ["winnow"],
  schemaVersion: 39,
  editable: true,
  refresh: "30s",
  time: { from: "now-1h", to: "now" },
  templating: {
    list: [
      { name: "datasource", label: "Data source", type: "datasource", query: "prometheus" },
      {
        name: "instance",
        label: "Replica",
        type: "query",
        datasource,
        query: { query: 'label_values(up{job="winnow"}, instance)', refId: "instance" },
        refresh: 2,
        multi: true,
        includeAll: true,
        allValue: ".*",
        current: { text: "All", value: "$__all" },
      },
    ],
  },
};

function panelOf({ title, about, unit, kind = "timeseries", queries }: Panel): object {
  const table = kind === "table";
  return {
    type: kind,
    title,
    description: about,
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      datasource,
      expr,
      ...(table ? { format: "table", instant: true } : { legendFormat }),
    })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(out, dashboard());
