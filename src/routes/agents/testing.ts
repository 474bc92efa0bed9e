/** A server with the routes of agents, for their tests. */
import type { LightMyRequestResponse } from 'fastify';
import { AgentService } from '../../agents/agents.ts';
import { agentModels } from '../../agents/models.ts';
import { ToolService } from '../../agents/tools.ts';
import { unconfiguredModel } from '../../language-models/unconfigured.ts';
import { startTestServer, type TestServer } from '../../http/testing.ts';
import { openSecrets } from '../../store/index.ts';
import { allEngines } from '../../engines/registry.ts';
import { builtInLibrary } from '../../voices/library.ts';
import { notImplementedRoutes } from '../not-implemented/index.ts';
import { legacyAgentRoutes } from '../legacy-agents/index.ts';
import { agentRoutes } from './index.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface AgentServer extends TestServer {
  readonly ask: (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ) => Promise<LightMyRequestResponse>;
  /** The same; fails unless the answer has the status. */
  readonly json: <T = Json>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    status?: number,
  ) => Promise<T>;
}

export async function startAgentServer(): Promise<AgentServer> {
  const models = ['small', 'large', 'huge'].map(unconfiguredModel);
  const voices = builtInLibrary(allEngines);
  const server = await startTestServer({
    routes: async (app, store) => {
      const agents = new AgentService({ store, voices, models });
      const tools = new ToolService({ store, secrets: openSecrets(), allowPrivate: false });
      await app.register(agentRoutes({ agents, tools, models: agentModels(models), maxBodyBytes: 3 * 262_144 }));
      await app.register(legacyAgentRoutes({ agents }));
      await app.register(notImplementedRoutes());
    },
  });
  const ask: AgentServer['ask'] = (method, url, body) =>
    server.inject({ method, url, ...(body !== undefined && { body: body as object }) });
  return {
    ...server,
    ask,
    async json(method, url, body, status = 200) {
      const response = await ask(method, url, body);
      if (response.statusCode !== status) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
      return response.json();
    },
  };
}
