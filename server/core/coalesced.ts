/** Progress a few times a second at most, however fast a model streams: one message a token would flood whoever listens. */
/** Milliseconds between two messages of one stage. */
const pause = 60;

/** What goes on, and how far it is. */
interface Stage {
  readonly stage: string;
}

export interface Coalesced<S extends Stage> {
  /** Tells a new stage at once, the same stage no sooner than after the pause, and then its latest text. */
  readonly report: (stage: S) => void;
  /** Drops what has not been told yet. */
  end(): void;
}

export function coalesced<S extends Stage>(tell: (stage: S) => void): Coalesced<S> {
  let last: { readonly stage: string; readonly at: number } | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const now = (stage: S): void => {
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
