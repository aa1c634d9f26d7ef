// The minimum of a node:http server: one fixed answer. Prints its address.
import { createServer } from "node:http";

const server = createServer((_req, res) => res.end("hello"));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
