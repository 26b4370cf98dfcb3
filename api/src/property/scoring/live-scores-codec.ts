import type { LiveScores } from '@landline/scoring-engine/history/live-scores';
import type { EncodedLiveScores } from './contract.ts';

export const encodeLiveScores = (live: LiveScores): EncodedLiveScores => ({
  checksum: live.checksum,
  model_hash: live.modelHash,
  as_of: String(live.asOf),
  position: String(live.position),
  run_id: live.runId,
  run_state: live.runState,
  pieces: live.pieces.map(({ number, idsDigest, scoreTenths: { buffer, byteOffset, byteLength } }) => ({
    number,
    ids_digest: idsDigest.toString('base64'),
    score_tenths: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
  })),
  corrected: live.corrected.map(({ candidate_id, score_tenths }) => ({ candidate_id, score_tenths })),
});

export const decodeLiveScores = (live: EncodedLiveScores): LiveScores => ({
  checksum: live.checksum,
  modelHash: live.model_hash,
  asOf: BigInt(live.as_of),
  position: BigInt(live.position),
  runId: live.run_id,
  runState: live.run_state,
  pieces: live.pieces.map(({ number, ids_digest, score_tenths }) => ({
    number,
    idsDigest: Buffer.from(ids_digest, 'base64'),
    // Copied, because a small Buffer may start at an odd offset in its pool.
    scoreTenths: new Int16Array(new Uint8Array(Buffer.from(score_tenths, 'base64')).buffer),
  })),
  corrected: live.corrected,
});
