/** Progress a few times a second at most, however fast a model streams: one message a token would flood the editor. */
import type { Stage } from './predictors.ts';

/** Milliseconds between two messages of one stage. */
const pause = 60;

export interface Coalesced {
  /** Tells a new stage at once, the same stage no sooner than after the pause, and then its latest text. */
  readonly report: (stage: Stage) => void;
  /** Drops what has not been told yet. */
  end(): void;
}

export function coalesced(tell: (stage: Stage) => void): Coalesced {
  let last: { readonly stage: string; readonly at: number } | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const now = (stage: Stage): void => {
    clearTimeout(waiting);
    waiting = undefined;
    last = { stage: stage.stage, at: Date.now() };
    tell(stage);
  };
  return {
    report: stage => {
      const left = last?.stage === stage.stage ? last.at + pause - Date.now() : 0;
      if (left <= 0) return now(stage);
      clearTimeout(waiting);
      waiting = setTimeout(() => now(stage), left);
    },
    end: () => clearTimeout(waiting),
  };
}
