// The fault that the setting `fault_stage` asks for.

export class InjectedFault extends Error {
  override readonly name = "InjectedFault";
}

/** @throws InjectedFault when `stage` is the one that is asked to fail */
export function failOnPurpose(stage: string, faultStage: string | null): void {
  if (stage === faultStage) throw new InjectedFault(`stage ${stage} fails on purpose`);
}
