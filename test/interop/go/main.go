// Calls a running Winnow with grpc-go and stubs generated from its proto files.
//
// Takes the address as host:port and the keys from the environment. Every check prints a line; the first that fails
// ends the process. Before its last check it prints "drain" and waits for a line. Then the server
// drains, and another one takes its place.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	winnow "winnow.example/interop/gen/winnow/v1"
)

const retries = `{"methodConfig": [{
	"name": [{"service": "winnow.v1.ContextService"}],
	"retryPolicy": {
		"maxAttempts": 5,
		"initialBackoff": "0.5s",
		"maxBackoff": "2s",
		"backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
	}
}]}`

// An answer may be larger than the 4 MiB that clients accept by default.
const answerBytesMax = 64 << 20

func main() {
	plainCalls()
	retriedCalls()
}

func plainCalls() {
	client, closeClient := connect(grpc.WithDisableRetry())
	defer closeClient()
	failing := "The billing service deploy fails: the migration times out."
	response, err := client.Select(as("ROOMY"), request(50, failing, strings.Repeat("Lunch is at noon. ", 40)))
	check("a selection stays within its budget", err == nil && response.TokensAfter > 0 && response.TokensAfter <= 50)
	check("and keeps the record that matters", strings.Contains(response.RenderedContext, "migration times out"))
	large := request(2_000_000, strings.Repeat("word ", 1_000_000))
	response, err = client.Select(as("ROOMY"), large, grpc.UseCompressor(gzip.Name))
	check("a compressed answer above 4 MiB arrives", err == nil && len(response.RenderedContext) >= 5_000_000)
	errors(client)
	_, err = client.GetHealth(as("PACED"), &winnow.GetHealthRequest{})
	check("a first call is admitted", err == nil)
	// The second call, unless it takes longer than the rate requires.
	for range 100 {
		if err == nil {
			_, err = client.GetHealth(as("PACED"), &winnow.GetHealthRequest{})
		}
	}
	wait := detail[*errdetails.RetryInfo](err).GetRetryDelay().AsDuration()
	throttled := status.Code(err) == codes.ResourceExhausted
	check("a throttled call says how long to wait", throttled && wait > 0 && wait <= 750*time.Millisecond)
}

func errors(client winnow.ContextServiceClient) {
	requestID := "interop"
	_, err := client.Select(as("ROOMY"), &winnow.ContextRequest{RequestId: &requestID})
	envelope, violations := detail[*winnow.ErrorEnvelope](err), detail[*errdetails.BadRequest](err).GetFieldViolations()
	check("a bad request says what is wrong", status.Code(err) == codes.InvalidArgument && envelope.GetDetail() != "")
	check("and names the field", len(violations) == 1 && violations[0].GetField() == "task")

	_, err = client.Select(as("TINY"), request(50, "one", "two"))
	envelope = detail[*winnow.ErrorEnvelope](err)
	check("too many records are out of range", status.Code(err) == codes.OutOfRange)
	check("with limit and observed", envelope.GetLimit() == 1 && envelope.GetObserved() == 2)

	_, err = client.GetHealth(context.Background(), &winnow.GetHealthRequest{})
	check("no key is unauthenticated", status.Code(err) == codes.Unauthenticated)
}

func retriedCalls() {
	client, closeClient := connect(grpc.WithDefaultServiceConfig(retries))
	defer closeClient()
	var err error
	for range 3 {
		if err == nil {
			_, err = client.GetHealth(as("PACED"), &winnow.GetHealthRequest{})
		}
	}
	check("throttled calls are retried until they succeed", err == nil)

	_, err = client.Select(as("FRUGAL"), request(50, "one"))
	check("a quota of one allows one call", err == nil)
	_, err = client.Select(as("FRUGAL"), request(50, "one"))
	told := len(detail[*errdetails.QuotaFailure](err).GetViolations()) == 1
	check("an exhausted quota is reported", status.Code(err) == codes.ResourceExhausted && told)

	fmt.Println("drain")
	if _, err = bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		panic(err)
	}
	_, err = client.GetHealth(as("ROOMY"), &winnow.GetHealthRequest{})
	check("a call to a draining server reaches its successor", err == nil)
}

func connect(options ...grpc.DialOption) (winnow.ContextServiceClient, func() error) {
	options = append(options,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(answerBytesMax)))
	connection, err := grpc.NewClient(os.Getenv("WINNOW_ADDRESS"), options...)
	if err != nil {
		panic(err)
	}
	return winnow.NewContextServiceClient(connection), connection.Close
}

func as(name string) context.Context {
	return metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+os.Getenv("WINNOW_KEY_"+name))
}

func request(budget int32, texts ...string) *winnow.ContextRequest {
	requestID, prompt := "interop", "Why does the deploy of the billing service fail?"
	records := make([]*winnow.ContextRecord, len(texts))
	for i := range texts {
		records[i] = &winnow.ContextRecord{Text: &texts[i]}
	}
	return &winnow.ContextRequest{
		RequestId: &requestID,
		Records:   records,
		Task:      &winnow.TaskSpec{Prompt: &prompt},
		Budget:    &winnow.BudgetSpec{MaxContextTokens: &budget},
	}
}

// The error's detail of this type; nothing if there is none.
func detail[Detail any](err error) Detail {
	var none Detail
	for _, each := range status.Convert(err).Details() {
		if found, ok := each.(Detail); ok {
			return found
		}
	}
	return none
}

func check(name string, holds bool) {
	if !holds {
		fmt.Fprintf(os.Stderr, "go: %s does not hold\n", name)
		os.Exit(1)
	}
	fmt.Println("go: " + name)
}
