/** What is going on while a local model is made ready. */
export interface LocalProgress {
  readonly stage: 'python' | 'server' | 'model' | 'checking' | 'starting';
  /** A short phrase for people. */
  readonly text: string;
  readonly doneBytes: number;
  /** 0 where the size is not known. */
  readonly totalBytes: number;
}

export type OnLocalProgress = (progress: LocalProgress) => void;
