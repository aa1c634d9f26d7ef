// Metrics in the format that Prometheus reads.
import { expect, it } from "vitest";
import { cut } from "../cut.ts";

const HELP = "# HELP http_requests_total Number of requests by status code.\n# TYPE http_requests_total counter\n";
const REQUESTS = [200, 404, 503].map((code) => `http_requests_total{code="${code}",handler="/api/v1/a, b"} ${code}\n`);
const TYPE = "# TYPE go_goroutines gauge\n";

it("makes a unit of each sample, which depends on the lines that explain its metric", () => {
  const result = cut([HELP, ...REQUESTS, TYPE, "go_goroutines 884\n", 'go_info{version="1.22"} 1\n'].join(""));
  expect(result.type).toBe("metric_samples");
  expect(result.parts).toEqual([HELP, ...REQUESTS, TYPE, "go_goroutines 884\n", 'go_info{version="1.22"} 1\n']);
  expect(result.heads).toEqual([-1, 0, 0, 0, -1, 4, 4]);
  expect(result.counts).toEqual([0, 1, 1, 1, 0, 1, 1]);
});

it("does not take comments in code for metrics", () => {
  const code = "# HELP me\n# TYPE of thing\nx = 1\nfor a in b:\n    print(a)\n";
  expect(cut(code.repeat(4)).type).not.toBe("metric_samples");
});
