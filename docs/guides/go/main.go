// Asks Winnow over gRPC which of three records a task needs, and falls back to all of them if no answer comes.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	winnow "winnow.example/guide/gen/winnow/v1"
)

// An answer may be larger than the 4 MiB that clients accept by default.
const answerBytesMax = 16 << 20

// Retries while the service throttles or restarts, after the wait that it asks for.
const retries = `{"methodConfig": [{
	"name": [{"service": "winnow.v1.ContextService"}],
	"retryPolicy": {
		"maxAttempts": 4,
		"initialBackoff": "0.2s",
		"maxBackoff": "5s",
		"backoffMultiplier": 2,
		"retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
	}
}]}`

func main() {
	connection, err := grpc.NewClient(
		os.Getenv("WINNOW_ADDRESS"),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(answerBytesMax)),
		grpc.WithDefaultServiceConfig(retries),
	)
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()

	records := []*winnow.ContextRecord{
		{Id: proto.String("ice"), Text: proto.String("Oulu is the first harbour of the bay to freeze, in November.")},
		{Id: proto.String("fees"), Text: proto.String("Fees are charged by gross tonnage and by the night.")},
		{Id: proto.String("power"), Text: proto.String("Ships that use shore power pay a tenth less.")},
	}
	fmt.Println(contextFor(winnow.NewContextServiceClient(connection), "Which harbour freezes first?", records))
}

// The block to put into the prompt.
func contextFor(client winnow.ContextServiceClient, task string, records []*winnow.ContextRecord) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+os.Getenv("WINNOW_KEY"))
	answer, err := client.Select(ctx, &winnow.ContextRequest{
		RequestId: proto.String("go-1"),
		Records:   records,
		Task:      &winnow.TaskSpec{Prompt: proto.String(task)},
		Budget:    &winnow.BudgetSpec{MaxContextTokens: proto.Int32(20), OperatingPoint: proto.String("balanced-1")},
	})
	if err != nil || answer.RenderedContext == "" {
		log.Print("no selection, sending everything: ", err)
		return everything(records)
	}
	for _, selected := range answer.Selected {
		log.Printf("%s: %s", selected.RecordId, selected.Reason)
	}
	return answer.RenderedContext
}

func everything(records []*winnow.ContextRecord) string {
	texts := make([]string, len(records))
	for i, record := range records {
		texts[i] = record.GetText()
	}
	return strings.Join(texts, "\n\n")
}
