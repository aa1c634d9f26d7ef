package example;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import winnow.v1.Context.BudgetSpec;
import winnow.v1.Context.ContextRecord;
import winnow.v1.Context.ContextRequest;
import winnow.v1.Context.ContextResponse;
import winnow.v1.Context.TaskSpec;
import winnow.v1.ContextServiceGrpc;
import winnow.v1.ContextServiceGrpc.ContextServiceBlockingStub;

/** Asks Winnow over gRPC which of three records a task needs, and falls back to all of them if no answer comes. */
public final class SelectContext {
  /** An answer may be larger than the 4 MiB that clients accept by default. */
  private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;

  /** Retries while the service throttles or restarts, after the wait that it asks for. */
  private static final Map<String, ?> RETRIES =
      Map.of(
          "methodConfig",
          List.of(
              Map.of(
                  "name", List.of(Map.of("service", "winnow.v1.ContextService")),
                  "retryPolicy",
                      Map.of(
                          "maxAttempts", 4.0,
                          "initialBackoff", "0.2s",
                          "maxBackoff", "5s",
                          "backoffMultiplier", 2.0,
                          "retryableStatusCodes", List.of("UNAVAILABLE", "RESOURCE_EXHAUSTED")))));

  public static void main(String[] args) throws InterruptedException {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(System.getenv("WINNOW_ADDRESS"))
            .usePlaintext()
            .maxInboundMessageSize(ANSWER_BYTES_MAX)
            .defaultServiceConfig(RETRIES)
            .build();
    Metadata headers = new Metadata();
    Metadata.Key<String> authorization = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    headers.put(authorization, "Bearer " + System.getenv("WINNOW_KEY"));
    ContextServiceBlockingStub stub =
        ContextServiceGrpc.newBlockingStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));

    List<ContextRecord> records =
        List.of(
            record("ice", "Oulu is the first harbour of the bay to freeze, in November."),
            record("fees", "Fees are charged by gross tonnage and by the night."),
            record("power", "Ships that use shore power pay a tenth less."));
    System.out.println(contextFor(stub, "Which harbour freezes first?", records));
    channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
  }

  /** The block to put into the prompt. */
  private static String contextFor(ContextServiceBlockingStub stub, String task, List<ContextRecord> records) {
    ContextRequest request =
        ContextRequest.newBuilder()
            .setRequestId("java-1")
            .addAllRecords(records)
            .setTask(TaskSpec.newBuilder().setPrompt(task))
            .setBudget(BudgetSpec.newBuilder().setMaxContextTokens(20).setOperatingPoint("balanced-1"))
            .build();
    String everything = records.stream().map(ContextRecord::getText).collect(Collectors.joining("\n\n"));
    try {
      ContextResponse answer = stub.withDeadlineAfter(10, TimeUnit.SECONDS).select(request);
      answer.getSelectedList().forEach(kept -> System.err.println(kept.getRecordId() + ": " + kept.getReason()));
      return answer.getRenderedContext().isEmpty() ? everything : answer.getRenderedContext();
    } catch (StatusRuntimeException error) {
      System.err.println("no selection, sending everything: " + error.getStatus());
      return everything;
    }
  }

  private static ContextRecord record(String id, String text) {
    return ContextRecord.newBuilder().setId(id).setText(text).build();
  }
}
