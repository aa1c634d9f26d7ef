// Which texts state a foreign key. Prose references things too.
import { describe, expect, test } from "vitest";
import { statesForeignKey } from "../../../src/engine/index/table-definitions.ts";

describe("a foreign key is stated by", () => {
  test.each([
    "  customer_id INTEGER REFERENCES customer(id),",
    "  customer_id INTEGER REFERENCES customer,",
    "  customer_id INTEGER NOT NULL REFERENCES sales.customer ON DELETE CASCADE,",
    "  foreign key (customer_id) references customer (id)",
    "FOREIGN KEY (a, b)\n  REFERENCES `sales`.`customer` (a, b)",
    "  customer_id INT REFERENCES [sales].[customer] ([id])",
    "| customer_id | integer | FK → customer | who pays |",
    "customer_id (FK -> customer)",
    "customer_id, FK to customer",
  ])("%s", (text) => {
    expect(statesForeignKey(text)).toBe(true);
  });
});

describe("no foreign key is stated by", () => {
  test.each([
    "REFERENCES CITED",
    "REFERENCES AND NOTES",
    "See REFERENCES BELOW.",
    "## References\n\n[1] Smith",
    "The paper references Smith (2019).",
    "The module references config (see below).",
    "PK and FK stand for primary and foreign key.",
    "The flight from FK was late.",
  ])("%s", (text) => {
    expect(statesForeignKey(text)).toBe(false);
  });
});
