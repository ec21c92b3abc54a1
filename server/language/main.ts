/** The language server as a process: it talks over what its arguments name (`--node-ipc`, `--stdio`), and its standard output is the protocol's. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { openParser } from '../parse/parser.ts';
import { modelPredictors } from './modelPredictors.ts';
import { scrub } from './scrubbing.ts';
import { serve } from './server.ts';

scrub(process.env);
serve(createConnection(ProposedFeatures.all), openParser, modelPredictors);
