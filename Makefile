# `make help` lists the commands.
SHELL := /bin/bash
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
INSTALLED := node_modules/.installed
BUNDLE := bundle/main.js

.DEFAULT_GOAL := help
.PHONY: help setup run demo test test-browser screenshots test-stack interop bench quality compare ablate loop passages golden check check-proto check-generated check-style check-types format gen docs package image proto-image reliability request-files sim fuzz audit clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

# With NODE_ENV=production npm would not install the bundler.
$(INSTALLED): package.json package-lock.json
	npm ci --include=dev --loglevel=error
	@touch $@

$(BUNDLE): $(INSTALLED) tools/bundle.ts $(shell find src gen clients/typescript/src -type f)
	@node tools/bundle.ts
	@bin/winnow --version > /dev/null # compiles all commands and caches the result, so the first start is as fast as the next

setup: $(BUNDLE) ## install what is missing, bundle the sources

run: setup ## start the service on http://127.0.0.1:8080 and print a development key once
	@bin/winnow serve

demo: setup ## start a server, send a real request over REST and gRPC, print the selection
	@node test/demo/demo.ts

test: setup ## the checks and tests before every commit: generated code, proto, format, lint, types, tests
	@$(MAKE) --no-print-directory check
	vitest run

test-browser: setup ## run the tests that open pages in Chromium (CHROMIUM names one other than /usr/bin/chromium)
	vitest run --config vitest.browser.config.ts

test-stack: setup ## run the tests of the npm packages, and those with Prometheus, Redis, nginx and Buildah
	vitest run --config vitest.stack.config.ts

screenshots: setup ## take the pictures of the documentation again
	WINNOW_SCREENSHOTS=docs/images vitest run --config vitest.browser.config.ts test/browser/screenshots.test.ts
	pngquant --force --ext .png --quality 80-98 docs/images/*.png

quality: setup ## measure selection over labelled cases: make quality DATA=DIR
	@node bench/quality.ts --data $(DATA) $(ARGS)

compare: setup ## compare Winnow with its peers over labelled cases: make compare DATA=DIR
	@node bench/compare.ts --data $(DATA) $(ARGS)

ablate: setup ## measure what each part of selection gains, over labelled cases: make ablate DATA=DIR
	@node bench/ablate.ts --data $(DATA) $(ARGS)

reliability: setup ## measure how far to trust the coverage verdict, over labelled cases: make reliability DATA=DIR
	@node bench/reliability.ts --data $(DATA) $(ARGS)

loop: setup ## measure what an agent's loop costs with and without a session: make loop DATA=DIR
	@node bench/loop.ts --data $(DATA) $(ARGS)

passages: setup ## measure whether the answer survives in one result of 16 passages: make passages DATA=DIR
	@node bench/passages.ts --data $(DATA) $(ARGS)

golden: setup ## write the golden selections of a new label: make golden LABEL=x
	@node test/golden/write.ts $(LABEL)

interop: setup ## run third-party clients and conformance suites against the service; needs Go, Python, Java and the network (5 minutes)
	@node test/interop/run.ts

request-files: setup ## count the source files that one warm call runs through; ARGS=--list names them
	@node tools/request-files.ts $(ARGS)

sim: setup ## simulate the service under faults: make sim SEED=n repeats a run, SEEDS=1..3000 makes many
	@node test/sim/run.ts $(or $(SEED),$(SEEDS),1..500)

fuzz: setup ## send mutated inputs through readers, engine and token counter: make fuzz INPUTS=1000000
	@node test/fuzz/run.ts $(or $(INPUTS),100000) $(or $(SEED),1)

audit: setup ## fail if the registry reports a vulnerability of a runtime package
	@node tools/audit.ts

bench: setup ## measure speed against its bars, write the result under bench/runs/ (20 minutes); ARGS=--help says more
	@node bench/run.ts $(ARGS)

check: setup ## run the quick checks: generated code is fresh, proto, format, lint, types
	@$(MAKE) --no-print-directory -j2 -O check-proto check-generated check-style check-types

check-proto:
	buf lint
	buf format -d --exit-code
	buf breaking --against proto/image.binpb

check-generated:
	bash test/gen-fresh.sh

check-style:
	biome ci --error-on-warnings .

check-types:
	tsc
	tsc -p src/play/page
	tsc -p clients/typescript
	tsc -p assembly

format: setup ## format the sources and the proto files
	buf format -w
	biome check --write .

gen: setup ## generate gen/ and the clients' shapes from proto/ and assembly/
	buf generate
	@node tools/assembly.ts gen/assembly
	@node tools/token-parts.ts gen
	@node tools/client-shapes.ts
	@node tools/python-shapes.ts
	@node tools/price-presets.ts

docs: setup ## write the generated parts of the documentation
	@node tools/settings-table.ts
	@node tools/metrics-table.ts
	@node tools/openapi.ts
	@node tools/dashboard/dashboard.ts

package: setup ## build the published packages in dist/: the service and both clients; needs Python and the network
	@node tools/service-package.ts dist/winnow-context
	@cd dist/winnow-context && npm pack --silent --pack-destination ..
	@node tools/client-package.ts dist/winnow-client
	@cd dist/winnow-client && npm pack --silent --pack-destination ..
	@python3 -m venv var/python-build && var/python-build/bin/pip install --quiet build==1.6.1
	@var/python-build/bin/python -m build --outdir dist clients/python > var/python-build/log

image: setup ## build the container image winnow with Buildah; BUILDER=docker names another
	@node tools/image.ts dist/image
	$(or $(BUILDER),buildah) build $(BUILD_FLAGS) --build-arg BUILD_ID="$$(git describe --always)" -t winnow -f dist/image/Containerfile dist/image

proto-image: setup ## pin the current proto, which later changes must not break
	buf build -o proto/image.binpb

clean: ## remove everything that was installed
	rm -rf node_modules bundle coverage dist
