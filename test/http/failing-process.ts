// A process with an uncaught error or a warning, for the tests of process-end.ts. The first argument chooses it.
import { installLastResort } from "../../src/http/process-end.ts";
import { createLog } from "../../src/telemetry/log.ts";

const log = createLog("info");
const drain = async () => {
  process.stdout.write("drained\n");
};
installLastResort(log, drain, (code) => process.exit(code));

const failure = new TypeError("words of the caller");
if (process.argv[2] === "exception") {
  setImmediate(() => {
    throw failure;
  });
} else if (process.argv[2] === "warning") {
  process.emitWarning("words of the caller", "LeakWarning");
} else {
  void Promise.reject(failure);
  setTimeout(() => process.stdout.write("went on\n"), 20);
}
