// Dumps of databases: rows that depend on the line with their table and columns.
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { cut, indexOf, total } from "../cut.ts";

const MYSQL = `-- MySQL dump 10.13
--

DROP TABLE IF EXISTS \`objects\`;
/*!40101 SET @saved_cs_client = @@character_set_client */;
CREATE TABLE \`objects\` (
  \`id\` int NOT NULL,
  \`title\` varchar(200) NOT NULL,
  \`lender_id\` int DEFAULT NULL COMMENT 'NULL = own property',
  PRIMARY KEY (\`id\`)
) ENGINE=InnoDB;

--
-- Dumping data for table \`objects\`
--

LOCK TABLES \`objects\` WRITE;
INSERT INTO \`objects\` VALUES (1,'The Drowned Orchard',NULL),(2,'Weaver\\'s Daughter (1), \\'late\\'',4),(3,'C:\\',5);
UNLOCK TABLES;
`;

const POSTGRES = `--
-- PostgreSQL database dump
--

CREATE FUNCTION public.due(p_pet integer) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  last date;
BEGIN
  SELECT max(visited_on) INTO last FROM public.visits WHERE pet_id = p_pet;

  IF EXISTS (SELECT 1 FROM public.pets WHERE id = p_pet AND species = 'horse') THEN
    RETURN last < current_date - 180;
  END IF;
  RETURN last < current_date - 365;
END;
$$;

CREATE TABLE public.pets (
    id integer NOT NULL,
    name text NOT NULL
);

COPY public.pets (id, name) FROM stdin;
11	Bruno the boxer of Bonn
12	Miso the cat of Hennef
\\.

SELECT 1;
`;

const SEED = `-- reference data
CREATE TABLE fines (id INTEGER, cents INTEGER NOT NULL);
INSERT INTO stations (id, name, zone) VALUES
    (1, 'Oberhof at the river', 2), -- moved in 2019
    (2, 'Muehlgrund at the mill', 2),
    (3, 'Alter Markt', 1)
ON CONFLICT DO NOTHING;
INSERT INTO fines VALUES(20,2600);
INSERT INTO "fines" VALUES(21,100);
`;

describe("SQL that inserts rows", () => {
  it("makes a row depend on the line with its table, and that line on the table's definition", () => {
    const result = cut(MYSQL);
    expect([result.type, result.noun]).toEqual(["sql_dump", "rows"]);
    const line = indexOf(result, "INSERT INTO");
    expect(result.heads[indexOf(result, "Weaver")]).toBe(line);
    expect(result.contexts[indexOf(result, "Weaver")]).toBe("objects");
    expect(result.heads[line]).toBe(indexOf(result, "CREATE TABLE"));
    expect(result.parts[indexOf(result, "CREATE TABLE")]).toContain("PRIMARY KEY");
  });

  it("reads quoted brackets, escapes, and a backslash at the end of a string", () => {
    const result = cut(MYSQL);
    expect(result.parts[indexOf(result, "Weaver")]).toBe("(2,'Weaver\\'s Daughter (1), \\'late\\'',4),");
    expect(result.parts[indexOf(result, "C:")]).toBe("(3,'C:\\',5);\n");
    expect(total(result.counts)).toBe(3);
  });

  it("never sends the lines that a dump tool writes around a table by themselves", () => {
    const result = cut(MYSQL);
    const announced = result.parts.filter((_, at) => result.announces[at]);
    expect(announced.map((part) => part.trim().split("\n").at(-1))).toEqual([
      "/*!40101 SET @saved_cs_client = @@character_set_client */;",
      "LOCK TABLES `objects` WRITE;",
      "UNLOCK TABLES;",
    ]);
  });

  it("reads the rows below COPY, up to the line that ends them", () => {
    const result = cut(POSTGRES);
    const line = indexOf(result, "COPY public.pets (id, name)");
    expect(result.heads[indexOf(result, "Miso")]).toBe(line);
    expect(result.heads[line]).toBe(indexOf(result, "CREATE TABLE public.pets"));
    expect(result.heads[indexOf(result, "SELECT 1;")]).toBe(-1);
  });

  it("makes the body of a function depend on its first line", () => {
    const result = cut(POSTGRES);
    expect(result.contexts[indexOf(result, "- 180")]).toContain("CREATE FUNCTION public.due(");
    expect(result.parts[result.heads[indexOf(result, "- 365")] ?? -1]).toContain("CREATE FUNCTION public.due(");
  });

  it("reads rows with comments between them, and statements with one row each", () => {
    const result = cut(SEED);
    const line = indexOf(result, "INSERT INTO stations");
    expect(["Oberhof", "Muehlgrund", "Alter"].map((name) => result.heads[indexOf(result, name)])).toEqual([
      line,
      line,
      line,
    ]);
    expect(result.heads[indexOf(result, "ON CONFLICT")]).toBe(-1);
    const fines = indexOf(result, "CREATE TABLE fines");
    expect([result.heads[indexOf(result, "(20,")], result.heads[indexOf(result, "(21,")]]).toEqual([fines, fines]);
  });

  it("reads a long statement with checkpoints", () => {
    let checkpoints = 0;
    segmentText(`${SEED}SELECT 1\n${"\n".repeat(100_000)}`, "tool_result", false, () => {
      checkpoints += 1;
    });
    expect(checkpoints).toBeGreaterThan(20);
  });

  it("is linear in unclosed strings and tables", () => {
    const unclosed = `INSERT INTO a VALUES ('${"x".repeat(2_000)}`;
    expect(cut(unclosed.repeat(40)).parts.join("")).toBe(unclosed.repeat(40));
    const open = `CREATE TABLE a (\n${"\n".repeat(50_000)}INSERT INTO a VALUES (1)`;
    expect(cut(open).parts.join("")).toBe(open);
  });

  it("leaves other SQL to code", () => {
    expect(cut(`CREATE TABLE a (\n${"  name TEXT,\n".repeat(20)}  last TEXT\n);\n`).type).toBe("code");
  });
});
