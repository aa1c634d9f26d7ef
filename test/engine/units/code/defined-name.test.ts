// The name that a line of source code defines.
import { expect, test } from "vitest";
import { definedName } from "../../../../src/engine/units/code/defined-name.ts";
import { contentStart } from "../../../../src/engine/units/line-numbers.ts";

const nameIn = (line: string) => definedName(line, 0, contentStart(line, 0, line.length), line.length);

test.each([
  ["export async function loadCart(path: string): Promise<void> {", "loadCart"],
  ["export default class Cart extends Store {", "Cart"],
  ["export interface CartRow {", "CartRow"],
  ["type Total = number;", "Total"],
  ["export const loadCart = async (path: string) => {", "loadCart"],
  ["const RATE: Readonly<number> = 4;", "RATE"],
  ["    def load_cart(self, path):", "load_cart"],
  ["    def self.load_cart(path)", "load_cart"],
  ["MAX_ITEMS = 12", "MAX_ITEMS"],
  ["pub(crate) fn load_cart(path: &Path) -> Result<()> {", "load_cart"],
  ["func (s *Store) LoadCart(path string) error {", "LoadCart"],
  ["func LoadCart(path string) error {", "LoadCart"],
  ["public static void loadCart(String path) throws IOException {", "loadCart"],
  ["static int load_cart(const char *path) {", "load_cart"],
  ["void Store::load_cart(const std::string& path) {", "load_cart"],
  ["suspend fun loadCart(path: String) {", "loadCart"],
  ["#define CART_SIZE 12", "CART_SIZE"],
  ["CREATE TABLE IF NOT EXISTS cart_rows (", "cart_rows"],
  ["  12: def load_cart(path):", "load_cart"],
])("%s defines %s", (line, name) => {
  expect(nameIn(line)).toBe(name);
});

test("a brace may stand below the arguments", () => {
  const text = "void Store::load_cart(int path)\n{\n";
  expect(definedName(text, 0, 0, text.indexOf("\n") + 1)).toBe("load_cart");
});

test.each([
  "    const total = loadCart(path);",
  "return loadCart(path)",
  "if (loadCart(path)) {",
  "for (const row of rows(cart)) {",
  "// function loadCart is gone",
  "loadCart(path);",
  "total = 12",
  "",
])("%j defines nothing", (line) => {
  expect(nameIn(line)).toBe("");
});
