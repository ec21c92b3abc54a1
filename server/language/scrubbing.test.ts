import { expect, test } from 'vitest';
import { scrub } from './scrubbing.ts';

test('what the OpenAI client would read on its own is taken out, and nothing else', () => {
  const environment: Record<string, string | undefined> = {
    OPENAI_API_KEY: 'sk-1',
    OPENAI_ADMIN_KEY: 'sk-2',
    OPENAI_BASE_URL: 'https://elsewhere.example/v1',
    OPENAI_ORG_ID: 'org',
    OPENAI_PROJECT_ID: 'proj',
    OPENAI_CUSTOM_HEADERS: 'X-Leak: 1',
    OPENAI_LOG: 'debug',
    OpenAI_Api_Key: 'sk-3',
    OPENAI_WEBHOOK_SECRET: 'w',
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    MY_OPENAI_KEY: 'mine',
  };
  scrub(environment);
  expect(environment).toEqual({ PATH: '/bin', HTTPS_PROXY: 'http://proxy', MY_OPENAI_KEY: 'mine' });
});
