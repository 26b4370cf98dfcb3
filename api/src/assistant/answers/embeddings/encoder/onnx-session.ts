import { InferenceSession } from 'onnxruntime-node';

/** Loads an ONNX model for a thread that runs one text at a time, with a single copy of its weights. */
export function createSession(model: string | Uint8Array): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: { session: { disable_prepacking: '1' } },
  };
  return typeof model === 'string'
    ? InferenceSession.create(model, options)
    : InferenceSession.create(model, options);
}
