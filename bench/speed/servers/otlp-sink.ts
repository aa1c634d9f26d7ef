// A collector that accepts everything and keeps only a count of bytes, which it returns to a GET. Prints its address.
import { createServer } from "node:http";

let bytes = 0;
const server = createServer((req, res) => {
  if (req.method === "GET") {
    res.end(String(bytes));
    return;
  }
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  req.on("end", () => res.end());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
