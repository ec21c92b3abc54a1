/** A line on stderr that says what takes so long: drawn after a second, only on a terminal, and gone before the answer comes. */
import { setTimeout as after } from 'node:timers';
import { visible } from '../core/visible.ts';
import type { Terminal } from './terminal.ts';

export interface Progress {
  /** What is going on now. `fraction` (0–1) draws a bar. */
  show(text: string, fraction?: number): void;
  /** Wipes the line; nothing is drawn from then on. */
  end(): void;
}

/** Says nothing. */
export const quietProgress: Progress = { show: () => undefined, end: () => undefined };

const quietMs = 1000;
const barWidth = 24;

export function openProgress(terminal: Terminal): Progress {
  if (terminal.messages.isTTY !== true) return quietProgress;
  let current = '';
  let isDrawn = false;
  let hasEnded = false;
  const draw = (): void => {
    isDrawn = true;
    terminal.messages.write(`\r\u001b[2K${current}`);
  };
  const timer = after(draw, quietMs);
  timer.unref();
  return {
    show(text, fraction) {
      if (hasEnded) return;
      current = oneLine(fraction === undefined ? `… ${text}` : `${bar(fraction)} ${text}`, terminal);
      if (isDrawn) draw();
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
      if (isDrawn) terminal.messages.write('\r\u001b[2K');
      isDrawn = false;
    },
  };
}

function bar(fraction: number): string {
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.round(fraction * 100)} %`;
}

function oneLine(text: string, terminal: Terminal): string {
  const limit = (terminal.messages.columns ?? terminal.width) - 1;
  const line = visible(text).replace(/\s+/g, ' ');
  return line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
}
