export const editor: {
  readonly node: string;
  readonly codeServer: string;
  readonly debugpy: string;
  readonly chromium: () => string | undefined;
};
export class Missing extends Error {}
export function installEditor(): Promise<void>;
