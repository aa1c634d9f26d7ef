// A process in which an error escapes, or a warning; run by the test of the last resort. The first argument says how.
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
