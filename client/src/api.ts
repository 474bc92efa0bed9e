/* Made by `npm run client:types` from what a server publishes about itself; edit the schemas of its routes instead. */

export interface paths {
    "/": {
        parameters: {
        };
        /** Status */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ok: boolean;
                            /**
                             * @description The newest version this server speaks.
                             * @enum {string}
                             */
                            version: "2024-06-10" | "2024-11-13" | "2025-04-16" | "2025-11-04" | "2026-03-01" | "2026-04-03" | "2026-08-14";
                        };
                    };
                };
            };
        };
    };
    "/accents": {
        parameters: {
        };
        /**
         * List accents
         * @description All accents sorted by id; the given conditions hold together.
         */
        get: {
            parameters: {
                query?: {
                    is_localizable?: boolean;
                    /** @description A language, such as `en`. */
                    language?: string;
                    /** @description A locale, such as `en-GB`; case does not matter, `_` works for `-`. */
                    locale?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accents: components["schemas"]["Accent"][];
                        };
                    };
                };
            };
        };
    };
    "/access-token": {
        parameters: {
        };
        /**
         * Make an access token
         * @description A token for clients such as browsers and phones, which must not hold a key. It opens what it grants and nothing else, until it expires or the key that made it ends; a key with scopes grants no more than they open. It is sent as `Authorization: Bearer`, on a WebSocket also as the query parameter `access_token`.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Seconds from now on that it is valid. Default 60. */
                        expires_in?: number | null;
                        /** @description What the token opens; without any it opens nothing. */
                        grants?: {
                            /** @description Opens the WebSockets of agents. */
                            agent?: boolean | null;
                            /** @description Opens speech recognition. */
                            stt?: boolean | null;
                            /** @description Opens speech synthesis: `/tts/bytes`, `/tts/sse`, `/tts/websocket`. */
                            tts?: boolean | null;
                        } | null;
                    } | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AccessToken"];
                    };
                };
            };
        };
    };
    "/agents": {
        parameters: {
        };
        /**
         * List all agents
         * @description Newest first.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            summaries: components["schemas"]["AgentSummary"][];
                        };
                    };
                };
            };
        };
    };
    "/agents/{agent_id}": {
        parameters: {
        };
        /** Get the summary of an agent */
        get: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentSummary"];
                    };
                };
            };
        };
        /**
         * Delete an agent
         * @description The same as `DELETE /v1/agents/{agent_id}`.
         */
        delete: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The agent is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Update the summary of an agent
         * @description Another voice or language makes a new version of the configuration, published at once.
         */
        patch: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Null clears it. */
                        description?: string | null;
                        /** @description Null leaves it as it is. */
                        name?: string | null;
                        /** @description Null leaves it as it is. */
                        tts_language?: ("en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur") | null;
                        /** @description Null leaves it as it is. */
                        tts_voice?: string | null;
                        /** @description The webhook that is told of the agent’s calls; null detaches it. */
                        webhook_id?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentSummary"];
                    };
                };
            };
        };
    };
    "/agents/{agent_id}/deployments": {
        parameters: {
        };
        /**
         * List the deployments of an agent
         * @description Agents are configurations and are not deployed, so there are none.
         */
        get: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            agent_id: string;
                            /** @description ISO 8601 date and time. */
                            created_at: string;
                            id: string;
                            is_live: boolean;
                            is_pinned: boolean;
                            /** @enum {string} */
                            status: "queued" | "inactive" | "deploy_error" | "skipped" | "build_error" | "building" | "deployed";
                            /** @description ISO 8601 date and time. */
                            updated_at: string;
                        }[];
                    };
                };
            };
        };
    };
    "/agents/{agent_id}/metrics/{metric_id}": {
        parameters: {
        };
        /**
         * Attach a metric to an agent
         * @description The language model of the agent is asked about each call that ends from now on. Takes no body. Once more changes nothing.
         */
        post: {
            parameters: {
                path: {
                    agent_id: string;
                    metric_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description It is attached. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Detach a metric from an agent
         * @description Calls that end from now on are not judged by it. Once more changes nothing.
         */
        delete: {
            parameters: {
                path: {
                    agent_id: string;
                    metric_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description It is not attached. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/agents/{agent_id}/phone-numbers": {
        parameters: {
        };
        /**
         * List the phone numbers of an agent
         * @description This server has no telephony yet, so there are none.
         */
        get: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            agent_id: string;
                            /** @description ISO 8601 date and time. */
                            created_at: string;
                            is_cartesia_managed: boolean;
                            number: string;
                            /** @description ISO 8601 date and time. */
                            updated_at: string;
                        }[];
                    };
                };
            };
        };
    };
    "/agents/calls": {
        parameters: {
        };
        /**
         * List calls
         * @description Those of one agent, also of one that was deleted, newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The agent whose calls are listed. */
                    agent_id?: string;
                    /** @description In place of `agent_id`. This server has no batches yet. */
                    batch_id?: string;
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description `transcript` adds the turns of each call; a single call always has them. */
                    expand?: "transcript"[];
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Only calls that began then or later; RFC 3339. */
                    start_time_gte?: string;
                    /** @description Only calls that began then or earlier; RFC 3339. */
                    start_time_lte?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentCall"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/agents/calls/{call_id}": {
        parameters: {
        };
        /**
         * Get a call
         * @description With its transcript. A turn is there at most a second after it has ended.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `transcript` adds the turns of each call; a single call always has them. */
                    expand?: "transcript"[];
                };
                path: {
                    call_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentCall"];
                    };
                };
            };
        };
        /**
         * Remove the contents of a call
         * @description Answers with what is left of it. Its recording, transcript, summary, variables, parameters and headers are gone, and so is what webhooks were told or are yet to be told of it. Id, agent, times, status and end reason stay. Refused with 400 while it is under way.
         */
        delete: {
            parameters: {
                path: {
                    call_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentCall"];
                    };
                };
            };
        };
    };
    "/agents/calls/{call_id}/audio": {
        parameters: {
        };
        /**
         * Get the recording of a call
         * @description A WAV file of 16 bits and two channels: left the caller, right what was heard of the agent. All of it, or one range of bytes where the header `Range` asks for it. It is there once the call has ended.
         */
        get: {
            parameters: {
                path: {
                    call_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The recording. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": unknown;
                    };
                };
                /** @description The bytes of the range. */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": unknown;
                    };
                };
            };
        };
    };
    "/agents/calls/{call_id}/cancel": {
        parameters: {
        };
        /**
         * End a call
         * @description It is then `completed` with the end reason `api_cancelled`, a moment later. Refused with 400 when it has ended.
         */
        post: {
            parameters: {
                path: {
                    call_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {boolean} */
                            cancelled: true;
                        };
                    };
                };
            };
        };
    };
    "/agents/deployments/{deployment_id}": {
        parameters: {
        };
        /**
         * Get a deployment
         * @description There are none.
         */
        get: {
            parameters: {
                path: {
                    deployment_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            agent_id: string;
                            /** @description ISO 8601 date and time. */
                            created_at: string;
                            id: string;
                            is_live: boolean;
                            is_pinned: boolean;
                            /** @enum {string} */
                            status: "queued" | "inactive" | "deploy_error" | "skipped" | "build_error" | "building" | "deployed";
                            /** @description ISO 8601 date and time. */
                            updated_at: string;
                        };
                    };
                };
            };
        };
    };
    "/agents/metrics": {
        parameters: {
        };
        /**
         * List metrics
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only metrics that are attached to this agent. */
                    agent_id?: string;
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Metric"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Create a metric
         * @description It is asked once it is attached to an agent.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The name for people. */
                        display_name?: string | null;
                        /** @description Unique in the organization: lower-case letters, digits, `_`, `-` and `.`. */
                        name: string;
                        /** @description The question about each call, for the language model of its agent: ask for a text, a number, yes or no, or JSON. */
                        prompt: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Metric"];
                    };
                };
            };
        };
    };
    "/agents/metrics/{metric_id}": {
        parameters: {
        };
        /** Get a metric */
        get: {
            parameters: {
                path: {
                    metric_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Metric"];
                    };
                };
            };
        };
        /**
         * Delete a metric
         * @description It is taken from its agents; its results stay.
         */
        delete: {
            parameters: {
                path: {
                    metric_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The metric is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/agents/metrics/results": {
        parameters: {
        };
        /**
         * List results of metrics
         * @description Newest first; the given conditions hold together.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only of calls of this agent. */
                    agent_id?: string;
                    /** @description Only of this call. */
                    call_id?: string;
                    /** @description Only of calls of this version of an agent. */
                    deployment_id?: string;
                    /** @description Only results made then or earlier; RFC 3339. */
                    end_date?: string;
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description `transcript` adds the turns of each call. */
                    expand?: "transcript"[];
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Only of this metric. */
                    metric_id?: string;
                    /** @description Only results made then or later; RFC 3339. */
                    start_date?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["MetricResult"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/agents/metrics/results/{result_id}": {
        parameters: {
        };
        /**
         * Delete a result of a metric
         * @description The metric is then asked about the call once more, where both are still there.
         */
        delete: {
            parameters: {
                path: {
                    result_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The result is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/agents/metrics/results/export": {
        parameters: {
        };
        /**
         * Export results of metrics
         * @description A CSV file with a line of names, newest first. At most 100,000 rows; with `limit` in parts: `X-Has-More` says whether one follows, `X-Next-Cursor` is its `starting_after`, whatever is deleted meanwhile. Texts that a spreadsheet would run as a formula begin with an apostrophe.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only of calls of this agent. */
                    agent_id?: string;
                    /** @description Only of this call. */
                    call_id?: string;
                    /** @description Only of calls of this version of an agent. */
                    deployment_id?: string;
                    /** @description Only results made then or earlier; RFC 3339. */
                    end_date?: string;
                    /** @description Most rows; all of them when absent. */
                    limit?: number;
                    /** @description Only of this metric. */
                    metric_id?: string;
                    /** @description Only results made then or later; RFC 3339. */
                    start_date?: string;
                    /** @description `X-Next-Cursor` of the part before, or the id of a result: only those behind it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": unknown;
                    };
                };
            };
        };
    };
    "/agents/stream/{agent_id}": {
        parameters: {
        };
        /**
         * Talk to an agent, older form
         * @description Messages are JSON in text frames, of which `event` says what they are. The first one is `start`, within 10 seconds; `ack` answers it. New clients use `/v1/agents/websocket/{agent_id}`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description An access token, in place of the header. */
                    access_token?: string;
                    /** @description An API key, in place of the header. */
                    api_key?: string;
                    /** @description The version, in place of the header. */
                    cartesia_version?: "2024-06-10" | "2024-11-13" | "2025-04-16" | "2025-11-04" | "2026-03-01" | "2026-04-03" | "2026-08-14";
                };
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The connection is a WebSocket from here on. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/agents/templates": {
        parameters: {
        };
        /**
         * List templates of agents
         * @description `template_id` of `POST /v1/agents` makes an agent of one. Members beyond the interface: `model`, `config`, `tools`, `examples`.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            templates: components["schemas"]["AgentTemplate"][];
                        };
                    };
                };
            };
        };
    };
    "/agents/webhooks": {
        parameters: {
        };
        /**
         * List webhooks
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Webhook"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Create a webhook
         * @description Deliveries are POSTs of JSON, signed by the Standard Webhooks scheme. Only 2xx is success; others are tried again for a day, and 410 disables the webhook.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        display_name?: string | null;
                        /** @description Which events it gets: types, all of one kind of object (`voice.*`), or all there are (`*`), those of later versions too. Null or left out: `voice.created`, `fine_tune.completed`, `fine_tune.failed`. */
                        events?: ("*" | "file.*" | "dataset.*" | "agent.*" | "tool.*" | "voice.*" | "pronunciation_dict.*" | "fine_tune.*" | "api_key.*" | "invite.*" | "user.*" | "file.created" | "file.deleted" | "dataset.created" | "dataset.updated" | "dataset.deleted" | "dataset.file_added" | "dataset.file_removed" | "agent.created" | "agent.updated" | "agent.deleted" | "tool.created" | "tool.updated" | "tool.deleted" | "voice.created" | "voice.updated" | "voice.deleted" | "pronunciation_dict.created" | "pronunciation_dict.updated" | "pronunciation_dict.deleted" | "fine_tune.completed" | "fine_tune.failed" | "api_key.created" | "api_key.updated" | "api_key.budget_reached" | "api_key.revoked" | "invite.created" | "invite.accepted" | "invite.revoked" | "user.added" | "user.updated" | "user.removed")[] | null;
                        /** @description What deliveries are signed with: a key in base64 behind `whsec_`, or any text, whose UTF-8 bytes are then the key. Use at least 24 random bytes. */
                        secret: string;
                        /**
                         * @description Whether deliveries also carry the secret itself in `X-Webhook-Secret`. It then stands in the logs of whatever they pass: leave it off for receivers that check signatures.
                         * @default false
                         */
                        send_secret_header?: boolean;
                        /** @description Where events are posted: https, a public address, without user name and password. Redirects are not followed. */
                        url: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedWebhook"];
                    };
                };
            };
        };
    };
    "/agents/webhooks/{webhook_id}": {
        parameters: {
        };
        /**
         * Delete a webhook
         * @description Its deliveries go with it, also those that wait. Agents that used it have no webhook from then on.
         */
        delete: {
            parameters: {
                path: {
                    webhook_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The id of the webhook, as a bare JSON string. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": string;
                    };
                };
            };
        };
        /**
         * Update a webhook
         * @description Changes the fields that are given.
         */
        patch: {
            parameters: {
                path: {
                    webhook_id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        display_name?: string | null;
                        /** @description Which events it gets: types, all of one kind of object (`voice.*`), or all there are (`*`), those of later versions too. Null or left out: `voice.created`, `fine_tune.completed`, `fine_tune.failed`. */
                        events?: ("*" | "file.*" | "dataset.*" | "agent.*" | "tool.*" | "voice.*" | "pronunciation_dict.*" | "fine_tune.*" | "api_key.*" | "invite.*" | "user.*" | "file.created" | "file.deleted" | "dataset.created" | "dataset.updated" | "dataset.deleted" | "dataset.file_added" | "dataset.file_removed" | "agent.created" | "agent.updated" | "agent.deleted" | "tool.created" | "tool.updated" | "tool.deleted" | "voice.created" | "voice.updated" | "voice.deleted" | "pronunciation_dict.created" | "pronunciation_dict.updated" | "pronunciation_dict.deleted" | "fine_tune.completed" | "fine_tune.failed" | "api_key.created" | "api_key.updated" | "api_key.budget_reached" | "api_key.revoked" | "invite.created" | "invite.accepted" | "invite.revoked" | "user.added" | "user.updated" | "user.removed")[] | null;
                        /** @description The new secret; omitted, the old one stays. For a day deliveries carry a signature by each of the two. */
                        secret?: string;
                        /** @description Whether deliveries also carry the secret itself in `X-Webhook-Secret`. It then stands in the logs of whatever they pass: leave it off for receivers that check signatures. */
                        send_secret_header?: boolean;
                        /** @description The new address; it also enables a disabled webhook again. */
                        url?: string;
                    };
                };
            };
            responses: {
                /** @description The id of the webhook, as a bare JSON string. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": string;
                    };
                };
            };
        };
    };
    "/agents/webhooks/{webhook_id}/deliveries": {
        parameters: {
        };
        /**
         * List deliveries
         * @description The events that were sent or wait to be sent, newest first, each with its outcome. An addition of this server.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                    status?: "pending" | "delivered" | "failed";
                };
                path: {
                    webhook_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["WebhookDelivery"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/agents/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
        };
        /**
         * Send a delivery once more
         * @description With the same body and `webhook-id`, whether it had arrived or failed; one that waits for its next try has it now. An addition of this server.
         */
        post: {
            parameters: {
                path: {
                    delivery_id: string;
                    webhook_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    "/agents/webhooks/{webhook_id}/resume": {
        parameters: {
        };
        /**
         * Resume a webhook
         * @description Ends a pause: what waits is sent now, retries too. Where nothing is paused, retries are made now. An addition of this server.
         */
        post: {
            parameters: {
                path: {
                    webhook_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
    };
    "/agents/webhooks/{webhook_id}/test": {
        parameters: {
        };
        /**
         * Send a test event
         * @description Sends a signed event `webhook.test` at once, also to a webhook that is paused or disabled, and answers what came of it. It is not kept and not tried again. An organization can do so 10 times a minute. An addition of this server.
         */
        post: {
            parameters: {
                path: {
                    webhook_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookTest"];
                    };
                };
            };
        };
    };
    "/api-keys": {
        parameters: {
        };
        /**
         * List API keys
         * @description Those that work, the newest first; admin keys only where `kind` asks for them.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Which keys are meant. */
                    kind?: "api" | "admin";
                    /** @description Items on a page; more than 100 count as 100. */
                    limit?: number;
                    /** @description Part of the name, the description or the creator’s name or email. */
                    q?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ApiKey"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Make an API key
         * @description The answer is the only place where the key itself is ever shown.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Default: none. */
                        budget?: {
                            /**
                             * @description At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.
                             * @default refuse
                             * @enum {string}
                             */
                            action?: "refuse" | "alert";
                            /** @description Characters that may be spoken with the key and its tokens in a UTC month. */
                            characters: number;
                        } | null;
                        /** @description What it is for. Default: its name. */
                        description?: string | null;
                        /** @description RFC 3339 with a time zone: when it ends by itself. Default: never. */
                        expires_at?: string | null;
                        /**
                         * @description An admin key has no scopes.
                         * @default api
                         * @enum {string}
                         */
                        kind?: "api" | "admin";
                        /** @description What people call it. */
                        name?: string | null;
                        /** @description Makes a key that may stand in web pages: it opens `POST /tts/bytes` and `/tts/sse` for pages of these origins, and nothing else. Programs can claim any origin, so `scopes` must be `["tts"]` and a `budget` with `refuse` is needed. Default: a key of programs. */
                        origins?: string[] | null;
                        /** @description What it is limited to; without it the key opens everything of its kind. `tts`: everything that speaks; `voices`: voices, accents and dictionaries; `agents`: agents and their tools; `files`: files, datasets and fine-tunes. */
                        scopes?: ("tts" | "stt" | "voices" | "agents" | "files")[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewApiKey"];
                    };
                };
            };
        };
    };
    "/api-keys/{id}": {
        parameters: {
        };
        /** Get an API key */
        get: {
            parameters: {
                query?: {
                    /** @description Which keys are meant. */
                    kind?: "api" | "admin";
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
            };
        };
        /**
         * Revoke an API key
         * @description Ends an API key or an admin key for good, with its access tokens, sockets and streams. The header `service-notice` says so when it is the key of the request itself.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The key opens nothing any more. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Rename or limit an API key
         * @description What is absent stays as it is. An admin key can be renamed too.
         */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Null for none. A new one is reported anew in the same month. */
                        budget?: {
                            /**
                             * @description At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.
                             * @default refuse
                             * @enum {string}
                             */
                            action?: "refuse" | "alert";
                            /** @description Characters that may be spoken with the key and its tokens in a UTC month. */
                            characters: number;
                        } | null;
                        name?: string;
                        /** @description Of a key for web pages. What is taken away ends at once. */
                        origins?: string[];
                        /** @description Null for no limit. What is taken away ends at once, open sockets included. */
                        scopes?: ("tts" | "stt" | "voices" | "agents" | "files")[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
            };
        };
    };
    "/api-keys/{id}/rotate": {
        parameters: {
        };
        /**
         * Rotate an API key
         * @description Makes a key of the same kind, name and scopes and ends this one, after the overlap where one is given. The header `service-notice` says so when this is the key of the request itself.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description When the new key ends; null for never. Default: when the old one would have. */
                        expires_at?: string | null;
                        /** @description How long the old key works beside the new one. Default 0: it ends at once, with its sockets. */
                        overlap_seconds?: number | null;
                    } | null;
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RotatedApiKey"];
                    };
                };
            };
        };
    };
    "/audio/transcriptions": {
        parameters: {
        };
        /** Transcribe a file in OpenAI’s shape */
        post: {
            parameters: {
                query?: {
                    /** @description Of samples without a header, little-endian and mono. */
                    encoding?: "pcm_s16le" | "pcm_s32le" | "pcm_f16le" | "pcm_f32le" | "pcm_mulaw" | "pcm_alaw";
                    /** @description Hz, likewise. */
                    sample_rate?: number;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description Speech of at most 100000000 bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm, and where ffmpeg is installed aac, aiff, amr, au, caf, m4a, mkv, mov, mp4, wma or 3gp, recognised by its content; or samples without a header, with `encoding` and `sample_rate` in the address.
                         */
                        file: Blob;
                        /** @description ISO 639 code of what is spoken. Default: found out where the recognizer can, else `en`. */
                        language?: string;
                        /** @description A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one. */
                        model?: string;
                        /** @description What was said before, or names that come; for recognizers that take it. */
                        prompt?: string;
                        /**
                         * @description `verbose_json` has the duration, segments and, where asked for, words; `srt` and `vtt` are subtitles.
                         * @default json
                         * @enum {string}
                         */
                        response_format?: "json" | "verbose_json" | "text" | "srt" | "vtt";
                        /**
                         * @description `true`: events with what is heard, while it is heard; for `json` and `text`.
                         * @default false
                         * @enum {string}
                         */
                        stream?: "true" | "false";
                        /** @description 0–1; for recognizers that take it. */
                        temperature?: number;
                        /** @description `word`: the answer has the words with their times. */
                        "timestamp_granularities[]"?: ("word" | "segment")[];
                    };
                };
            };
            responses: {
                /** @description The transcript in the form that was asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Transcription"];
                        "application/x-subrip": string;
                        "text/event-stream": string;
                        "text/plain": string;
                        "text/vtt": string;
                    };
                };
            };
        };
    };
    "/books": {
        parameters: {
        };
        /**
         * List books
         * @description Newest first. Not part of the hosted interface.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Book"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Make a book of an address or a text
         * @description Reads the document at an address, or a text as Markdown, to chapters. Not part of the hosted interface.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The text itself, as Markdown, instead of an address. */
                        text?: string;
                        /** @description Of `text`; its heading by default. */
                        title?: string;
                        /** @description Address of a document; only from where webhooks may go as well, redirects included. */
                        url?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BookWithChapters"];
                    };
                };
            };
        };
    };
    "/books/{id}": {
        parameters: {
        };
        /**
         * Get a book
         * @description With its chapters, and how far it is spoken. Not part of the hosted interface.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BookWithChapters"];
                    };
                };
            };
        };
        /**
         * Delete a book
         * @description With its audio; where it is being spoken, that ends. Not part of the hosted interface.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/books/{id}/audio": {
        parameters: {
        };
        /**
         * Download the audio of a book
         * @description With chapters and cover. All of it, or one range of bytes where the header `Range` asks for it. Not part of the hosted interface.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The audio. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mpeg": unknown;
                    };
                };
                /** @description The bytes of the range. */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/mpeg": unknown;
                    };
                };
            };
        };
    };
    "/books/{id}/cancel": {
        parameters: {
        };
        /**
         * Cancel the speaking of a book
         * @description Chapters that are made are kept for the next start. A book that is not being spoken stays as it is. Not part of the hosted interface.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Book"];
                    };
                };
            };
        };
    };
    "/books/{id}/cover": {
        parameters: {
        };
        /**
         * Get the cover of a book
         * @description As its file has it. Not part of the hosted interface.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/*": unknown;
                    };
                };
            };
        };
    };
    "/books/{id}/start": {
        parameters: {
        };
        /**
         * Have a book spoken
         * @description Begins a job that speaks it, one chapter after the other; it goes on when whoever asked is gone, and when the server starts anew. What was spoken in the same way before and did not come to its end is gone on with. A completed book is given back as it is for the same request and chapters; for another request its audio stays until the new one is finished. A server speaks one book at a time, behind all other speech. Not part of the hosted interface.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Bits per second, default 64000. */
                        bit_rate?: number;
                        /** @description Numbers of the chapters; all by default. */
                        chapters?: number[];
                        /**
                         * @description `mp3` (default) has its chapters in an ID3 tag; `m4b` needs ffmpeg on the server.
                         * @enum {string}
                         */
                        format?: "mp3" | "m4b";
                        /** @description Of the text; the voice’s own by default. */
                        language?: string | null;
                        /** @description Default `sonorant-1`. */
                        model_id?: string;
                        /** @description Default 1. */
                        speed?: number;
                        /** @description An id or a name of `GET /voices`. */
                        voice_id: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Book"];
                    };
                };
            };
        };
    };
    "/books/{id}/subtitles": {
        parameters: {
        };
        /**
         * Get the subtitles of a book
         * @description Of the whole, by the times of its words; empty for a voice without them. Not part of the hosted interface.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Default `srt`. */
                    format?: "srt" | "vtt";
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The subtitles. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": unknown;
                    };
                };
            };
        };
    };
    "/books/upload": {
        parameters: {
        };
        /**
         * Upload a book
         * @description An EPUB, PDF, DOCX, Markdown, HTML or text file: it is read to chapters, without page numbers, running heads and notes. Not part of the hosted interface.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description A document of at most 100000000 bytes.
                         */
                        file: Blob;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BookWithChapters"];
                    };
                };
            };
        };
    };
    "/datasets": {
        parameters: {
        };
        /**
         * List datasets
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Dataset"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /** Create a dataset */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        description: string;
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Dataset"];
                    };
                };
            };
        };
    };
    "/datasets/{id}": {
        parameters: {
        };
        /** Get a dataset */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Dataset"];
                    };
                };
            };
        };
        /**
         * Delete a dataset
         * @description With its files, at once; what they are stored in is freed soon after. Voices that were made of it stay.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /** Rename a dataset */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        description: string;
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/datasets/{id}/files": {
        parameters: {
        };
        /**
         * List the clips of a dataset
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["DatasetFile"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Add a clip to a dataset
         * @description A recording of one speaker, recognised by its content and not by its name. The header `cartesia-file-id` of the answer is the id of the clip.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description Audio of at most 104857600 bytes.
                         */
                        file: Blob;
                        /** @enum {string} */
                        purpose?: "fine_tune";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/datasets/{id}/files/{fileID}": {
        parameters: {
        };
        /** Take a clip out of a dataset */
        delete: {
            parameters: {
                path: {
                    fileID: string;
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/files": {
        parameters: {
        };
        /**
         * List files
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description What the file is for. */
                    purpose?: "agent_background_sound" | "fine_tune" | "tts_generation" | "voice-clone";
                    /** @description Part of the file name; case and diacritics do not matter. */
                    q?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["File"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                        };
                    };
                };
            };
        };
        /**
         * Upload a file
         * @description Audio for any of the purposes: it is recognised by its content, not by its name.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description Audio of at most 104857600 bytes.
                         */
                        file: Blob;
                        /**
                         * @description What the file is for.
                         * @enum {string}
                         */
                        purpose: "agent_background_sound" | "fine_tune" | "tts_generation" | "voice-clone";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["File"];
                    };
                };
            };
        };
    };
    "/files/{id}": {
        parameters: {
        };
        /**
         * Delete a file
         * @description Refused with 409 while the published configuration of an agent uses it.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    "/files/{id}/download": {
        parameters: {
        };
        /**
         * Download a file
         * @description All of it, or one range of bytes where the header `Range` asks for it.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The bytes of the file. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": unknown;
                    };
                };
                /** @description The bytes of the range. */
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/octet-stream": unknown;
                    };
                };
            };
        };
    };
    "/files/{id}/info": {
        parameters: {
        };
        /** Get what is known of a file */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["File"];
                    };
                };
            };
        };
    };
    "/fine-tunes": {
        parameters: {
        };
        /**
         * List fine-tunes
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["FineTune"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Create a fine-tune
         * @description Training begins at once: created, training, then completed or failed. One clip with speech is enough.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Id of an accent of the language. */
                        accent?: string | null;
                        /** @description Id of the dataset to learn from. */
                        dataset: string;
                        description: string;
                        /** @enum {string} */
                        language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
                        /** @deprecated */
                        model_id?: string | null;
                        /** @description Also the name of the voice it makes. */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FineTune"];
                    };
                };
            };
        };
    };
    "/fine-tunes/{id}": {
        parameters: {
        };
        /** Get a fine-tune */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FineTune"];
                    };
                };
            };
        };
        /**
         * Delete a fine-tune
         * @description One that is training stops. Voices it has made stay.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/fine-tunes/{id}/voices": {
        parameters: {
        };
        /**
         * List the voices of a fine-tune
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Voice"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/healthz": {
        parameters: {
        };
        /** Liveness */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
        };
    };
    "/infill/bytes": {
        parameters: {
        };
        /**
         * Speech between two clips
         * @description What is said joins the recordings: it is as loud as they are where they meet, has their noise between its words, their pitch at the joints, their rate of speaking and their pauses. The voice is the one that is asked for. With `whole`, the header `sonorant-joints` says at which seconds the parts meet.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** @description A language or locale code; default: the voice’s own. */
                        language?: string;
                        /**
                         * Format: binary
                         * @description The recording before, at most 16777216 bytes and 600 s. One of the two is needed.
                         */
                        left_audio?: Blob;
                        /** @description A model family; the voice picks the engine. */
                        model_id: string;
                        /**
                         * @description Bits per second, of `mp3` and `opus`.
                         * @enum {string}
                         */
                        "output_format[bit_rate]"?: "32000" | "64000" | "96000" | "128000" | "192000";
                        /**
                         * @description How the audio is packed. Without any member: as the left recording, else as the right one.
                         * @enum {string}
                         */
                        "output_format[container]"?: "raw" | "wav" | "mp3" | "opus" | "flac";
                        /**
                         * @description Of `raw`, where it is required, and `wav`. `mp3` ignores it.
                         * @enum {string}
                         */
                        "output_format[encoding]"?: "pcm_f32le" | "pcm_s16le" | "pcm_mulaw" | "pcm_alaw";
                        /**
                         * @description Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000.
                         * @enum {string}
                         */
                        "output_format[sample_rate]"?: "8000" | "12000" | "16000" | "22050" | "24000" | "44100" | "48000";
                        /**
                         * Format: binary
                         * @description The recording behind, at most 16777216 bytes and 600 s. One of the two is needed.
                         */
                        right_audio?: Blob;
                        /** @description What is said between them. */
                        transcript: string;
                        /** @description The voice that says it. */
                        voice_id: string;
                        /**
                         * @description Whether to answer with the recordings as well, joined. Our addition. Default false: what is between alone.
                         * @default false
                         * @enum {string}
                         */
                        whole?: "true" | "false";
                    };
                };
            };
            responses: {
                /** @description The audio between the recordings; with `whole` that of all of them. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/flac": unknown;
                        "audio/mpeg": unknown;
                        "audio/ogg": unknown;
                        "audio/pcm": unknown;
                        "audio/wav": unknown;
                    };
                };
            };
        };
    };
    "/invitations/accept": {
        parameters: {
        };
        /**
         * Accept an invite
         * @description Makes the invited person a user of the organization. Needs no key; works once. At most 20 requests a minute from one address.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Of the person. Required for a new account; one that the email has already keeps its name. */
                        name?: string | null;
                        /** @description For a new account, and for one without a password that is a member of nothing, its first one: 10 to 256 characters, to sign in to the console with. An account that has a password accepts with it. */
                        password?: string | null;
                        /** @description From the address in the invitation. */
                        token: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
            };
        };
    };
    "/locales": {
        parameters: {
        };
        /**
         * List locales
         * @description All locales sorted by code, each with its accents.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            locales: components["schemas"]["Locale"][];
                        };
                    };
                };
            };
        };
    };
    "/models": {
        parameters: {
        };
        /**
         * List models
         * @description What is installed, and what can be installed by its name. With several nodes, each has models of its own: the one that gets the request answers for itself.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only models for this. */
                    purpose?: "speaking" | "cloning" | "hearing" | "detecting";
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The installed ones by name, then those that can be, in the order in which they are recommended. */
                            data: components["schemas"]["Model"][];
                            machine: components["schemas"]["ModelMachine"];
                        };
                    };
                };
            };
        };
        /**
         * Install a model
         * @description Begins a job that downloads, checks and unpacks the model and takes it up; its voices can speak when it has succeeded. Asked for again it is the same job while that waits or runs; behind one that was cancelled, failed or was interrupted, a new one that goes on with what has been downloaded. Jobs run one after the other and go on when whoever asked is gone. With several nodes, each has models of its own: the one that gets the request answers for itself.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Must be true: the licence that `GET /models` shows is accepted by it. What has none there is accepted as unknown. */
                        accept_licence?: boolean;
                        /**
                         * Format: uri
                         * @description A mirror, without user, password, query or fragment: the path behind the publisher’s host is the same there. Recorded checksums hold for it too; a model without them (`is_verified` is false) is taken as it comes from there.
                         */
                        from?: string;
                        /** @description A name of `GET /models`, in any case. */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelJob"];
                    };
                };
            };
        };
    };
    "/models/{name}": {
        parameters: {
        };
        /**
         * Remove a model
         * @description Deletes an installed model, whether it is of the table or not; what is being spoken by it is spoken to its end. With several nodes, each has models of its own: the one that gets the request answers for itself.
         */
        delete: {
            parameters: {
                path: {
                    name: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/models/jobs": {
        parameters: {
        };
        /**
         * List installations
         * @description Newest first: those that wait or run, and the last 50 that ended on this node.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ModelJob"][];
                        };
                    };
                };
            };
        };
    };
    "/models/jobs/{id}": {
        parameters: {
        };
        /**
         * Get an installation
         * @description How far it is, and how it ended.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelJob"];
                    };
                };
            };
        };
    };
    "/models/jobs/{id}/cancel": {
        parameters: {
        };
        /**
         * Cancel an installation
         * @description What has been downloaded is kept for 14 days and gone on with when the model is asked for again. One that has ended stays as it is; one at `loading` has installed its model, goes on to its end and may still be running in the answer. The job can be read afterwards, which is why this is no DELETE.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelJob"];
                    };
                };
            };
        };
    };
    "/organizations/invites": {
        parameters: {
        };
        /**
         * List invites
         * @description The newest come first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page; more than 100 count as 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                    status?: "pending" | "accepted" | "revoked" | "expired";
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Invite"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Invite people
         * @description All of them or none, as members. At most 10 such requests an hour.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Each a different address. All are invited or none. */
                        emails: string[];
                    };
                };
            };
            responses: {
                /** @description In the order of the emails. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewInvite"][];
                    };
                };
            };
        };
    };
    "/organizations/invites/{id}": {
        parameters: {
        };
        /** Get an invite */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invite"];
                    };
                };
            };
        };
        /**
         * Cancel an invite
         * @description Its status becomes `revoked`; a second time changes nothing. An accepted invite cannot be cancelled.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The invite can no longer be accepted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/organizations/requests": {
        parameters: {
        };
        /**
         * List requests
         * @description The last requests with a credential of the organization, the newest first: at most 10000 of the last 7 days. A request is in the list about a second after it has ended.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only requests with this key and the tokens it made. */
                    api_key_id?: string;
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page; more than 100 count as 100. */
                    limit?: number;
                    /** @description Only requests of programs, or only those of the console. */
                    made_by?: "programs" | "console";
                    /** @description The pattern of a route: `/voices/{id}`. */
                    route?: string;
                    /** @description RFC 3339 with a time zone: only requests that came then or later. */
                    since?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                    /** @description A status, or a class of them: `404`, `5xx`. */
                    status?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["LoggedRequest"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/organizations/users": {
        parameters: {
        };
        /**
         * List users
         * @description Those who joined last come first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page; more than 100 count as 100. */
                    limit?: number;
                    /** @description Part of the name or the email. */
                    q?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["User"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/organizations/users/{id}": {
        parameters: {
        };
        /** Get a user */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
            };
        };
        /**
         * Remove a user
         * @description Takes a user who is no admin out of the organization. The account stays.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The user is no longer a member. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Change the role of a user
         * @description An admin opens everything of the organization in the console, a member all but its people, keys and webhooks. Holds at once. An organization keeps one admin.
         */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        role: "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
            };
        };
    };
    "/organizations/users/{id}/password-reset": {
        parameters: {
        };
        /**
         * Make a link that sets a password
         * @description For a user who has none or has lost it; only while the account is a member of no other organization. This server sends no email: pass the address on. It works once, and ends when a newer one is made.
         */
        post: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PasswordReset"];
                    };
                };
            };
        };
    };
    "/pronunciation-dicts": {
        parameters: {
        };
        /**
         * List pronunciation dictionaries
         * @description Your own and the public ones, newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["PronunciationDict"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /** Create a pronunciation dictionary */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        access?: (("private" | "public") | {
                            /** @enum {string} */
                            type: "private" | "public";
                        }) | null;
                        description?: string | null;
                        /** @description Where two have the same text, the later one counts. */
                        items?: {
                            /** @description The older name of `pronunciation`. */
                            alias?: string | null;
                            /** @description Whether the letter case must be the same. Default false. */
                            case_sensitive?: boolean | null;
                            /** @description Text to read in its place, or phones: `<<h|ə|l|oʊ>>`. */
                            pronunciation?: string | null;
                            /** @description A word or a phrase; it counts where it stands whole. */
                            text: string;
                        }[] | null;
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PronunciationDict"];
                    };
                };
            };
        };
    };
    "/pronunciation-dicts/{id}": {
        parameters: {
        };
        /** Get a pronunciation dictionary */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PronunciationDict"];
                    };
                };
            };
        };
        /** Delete a pronunciation dictionary */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Change a pronunciation dictionary
         * @description What is left out stays. Speech that has begun goes on with the dictionary it began with.
         */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        access?: (("private" | "public") | {
                            /** @enum {string} */
                            type: "private" | "public";
                        }) | null;
                        description?: string | null;
                        /** @description Take the place of all there were; null leaves them. */
                        items?: {
                            /** @description The older name of `pronunciation`. */
                            alias?: string | null;
                            /** @description Whether the letter case must be the same. Default false. */
                            case_sensitive?: boolean | null;
                            /** @description Text to read in its place, or phones: `<<h|ə|l|oʊ>>`. */
                            pronunciation?: string | null;
                            /** @description A word or a phrase; it counts where it stands whole. */
                            text: string;
                        }[] | null;
                        name?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PronunciationDict"];
                    };
                };
            };
        };
    };
    "/readyz": {
        parameters: {
        };
        /**
         * Readiness
         * @description 503 while a part is missing that requests need: the database, the object store, the data folder, an engine. The message names the parts. It is answered within 2 seconds whatever hangs.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description What turns speech into text, in order of preference, with the languages it hears. Empty: nothing does. */
                            hearing?: {
                                languages: string[] | "any";
                                recognizer: string;
                            }[];
                            /** @description What does not work although requests can be served, such as a model that is set aside. Absent: nothing. */
                            notes?: string[];
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
        };
    };
    "/readyz/speech": {
        parameters: {
        };
        /**
         * Readiness to speak
         * @description 200 as long as this server can speak for keys that it knows, also while the database or the object store is away: a load balancer routes speech by it and everything else by `/readyz`.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
        };
    };
    "/stt": {
        parameters: {
        };
        /**
         * Transcribe a file
         * @description Silence is an empty text.
         */
        post: {
            parameters: {
                query?: {
                    /** @description Of samples without a header, little-endian and mono. */
                    encoding?: "pcm_s16le" | "pcm_s32le" | "pcm_f16le" | "pcm_f32le" | "pcm_mulaw" | "pcm_alaw";
                    /** @description Hz, likewise. */
                    sample_rate?: number;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description Speech of at most 100000000 bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm, and where ffmpeg is installed aac, aiff, amr, au, caf, m4a, mkv, mov, mp4, wma or 3gp, recognised by its content; or samples without a header, with `encoding` and `sample_rate` in the address.
                         */
                        file: Blob;
                        /** @description ISO 639 code of what is spoken. Default: found out where the recognizer can, else `en`. */
                        language?: string;
                        /** @description A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one. */
                        model?: string;
                        /** @description What was said before, or names that come; for recognizers that take it. */
                        prompt?: string;
                        /** @description 0–1; for recognizers that take it. */
                        temperature?: number;
                        /** @description `word`: the answer has the words with their times. */
                        "timestamp_granularities[]"?: ("word" | "segment")[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Transcript"];
                    };
                };
            };
        };
    };
    "/stt/turns/websocket": {
        parameters: {
        };
        /**
         * Transcribe speech in turns
         * @description Binary frames are samples; text frames are JSON: `{"type":"config","turn":{…}}` with thresholds, and `{"type":"close"}`, which ends what was begun and closes the socket. Events are `connected`, `turn.start`, `turn.update`, `turn.eager_end`, `turn.resume`, `turn.end` and `error`; all but the first, `turn.start` and `turn.resume` carry the `transcript` of the turn.
         */
        get: {
            parameters: {
                query: {
                    /** @description Of the samples, little-endian and mono. */
                    encoding: "pcm_s16le" | "pcm_s32le" | "pcm_f16le" | "pcm_f32le" | "pcm_mulaw" | "pcm_alaw";
                    /** @description What is likely to be said, such as a name; may be repeated. For recognizers that prefer phrases. */
                    keyterm?: string | string[];
                    /** @description ISO 639 code of what is spoken. Default: `en`; with `ink-whisper` or a recognizer by its name, found out where that can. */
                    language?: string;
                    /** @description A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one. */
                    model?: string;
                    /** @description Hz. */
                    sample_rate: number;
                    /** @description Default 0.4. */
                    turn_eager_end_threshold?: number;
                    /** @description Lower is more patient. Default 0.2. */
                    turn_end_threshold?: number;
                    /** @description Longest patience. Default 5600. */
                    turn_end_timeout_ms?: number;
                    /** @description Default 0.8. */
                    turn_start_threshold?: number;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The connection is a WebSocket from here on. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/stt/websocket": {
        parameters: {
        };
        /**
         * Transcribe speech while it is spoken
         * @description Binary frames are samples. The text frame `finalize` makes all that was said final and is answered by `flush_done`; `close` (or `done`) does that, is answered by `done`, and the socket closes. Events are `transcript` with `is_final`, and `error`.
         */
        get: {
            parameters: {
                query: {
                    /** @description Of the samples, little-endian and mono. */
                    encoding: "pcm_s16le" | "pcm_s32le" | "pcm_f16le" | "pcm_f32le" | "pcm_mulaw" | "pcm_alaw";
                    /** @description What is likely to be said, such as a name; may be repeated. For recognizers that prefer phrases. */
                    keyterm?: string | string[];
                    /** @description ISO 639 code of what is spoken. Default: `en`; with `ink-whisper` or a recognizer by its name, found out where that can. */
                    language?: string;
                    /** @description A longer pause ends a piece of speech, which then is final. Default 0.6. */
                    max_silence_duration_secs?: number;
                    /** @description Quieter sound is no speech, 0–1 of full scale. */
                    min_volume?: number;
                    /** @description A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one. */
                    model?: string;
                    /** @description Hz. */
                    sample_rate: number;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The connection is a WebSocket from here on. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/tts/bytes": {
        parameters: {
        };
        /** Speech as one streamed body */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BytesRequest"];
                };
            };
            responses: {
                /** @description The audio, streamed while it is made: one container for the whole body. A text of at most 100 characters that an embedded engine speaks comes in one piece that carries its length (WAV, FLAC, MP3). */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/flac": unknown;
                        "audio/mpeg": unknown;
                        "audio/ogg": unknown;
                        "audio/pcm": unknown;
                        "audio/wav": unknown;
                    };
                };
            };
        };
    };
    "/tts/sse": {
        parameters: {
        };
        /** Speech as server-sent events */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SseRequest"];
                };
            };
            responses: {
                /** @description Events `chunk`, `timestamps`, `phoneme_timestamps`, then `done` or `error`, as /docs/websocket shows them; audio is base64. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": unknown;
                    };
                };
            };
        };
    };
    "/tts/websocket": {
        parameters: {
        };
        /**
         * Speech over a WebSocket
         * @description Messages are described in /docs/asyncapi.json.
         */
        get: {
            parameters: {
                query?: {
                    /** @description An access token, in place of the header. */
                    access_token?: string;
                    /** @description An API key, in place of the header. */
                    api_key?: string;
                    /** @description The version, in place of the header. */
                    cartesia_version?: "2024-06-10" | "2024-11-13" | "2025-04-16" | "2025-11-04" | "2026-03-01" | "2026-04-03" | "2026-08-14";
                };
            };
            requestBody?: never;
            responses: {
                /** @description The connection is a WebSocket from here on. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/usage/activity": {
        parameters: {
        };
        /**
         * Audio, requests, errors and first audio
         * @description What the organization made and how soon, by time and by voice, key or capability. Servers write it every few seconds; one that is killed loses what it had not written, unlike credits, which are exact. Calls count with their audio and not as requests: `GET /usage/agents` has those.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what was used with this key and the tokens it made. */
                    api_key_id?: string;
                    /** @description Only speech, recognition, or recordings in another voice. */
                    capability?: "tts" | "stt" | "voice_changer";
                    /** @description RFC 3339 with a time zone; rounded up to the UTC day. Default: now. */
                    end_ts?: string;
                    /** @description Adds `series`, one for each capability, voice or key. A voice or a key that is filtered by is no group. */
                    group_by?: "capability" | "voice" | "api_key";
                    /** @description Length of a bucket, as in `GET /usage/credits`; or `hour`, with a window rounded to hours and of at most 8 days. Default: one bucket for all. */
                    interval?: "hour" | "day" | "week" | "month";
                    /** @description RFC 3339 with a time zone; rounded down to the UTC day. At most a year before `end_ts`. Default: a week before `end_ts`. */
                    start_ts?: string;
                    /** @description Only what this voice spoke. */
                    voice_id?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description All of the window, in order. */
                            buckets: components["schemas"]["ActivityBucket"][];
                            /** @description With `group_by`; the one with the most requests comes first. */
                            series?: components["schemas"]["ActivitySeries"][];
                            total: components["schemas"]["ActivityFigures"];
                        };
                    };
                };
            };
        };
    };
    "/usage/agents": {
        parameters: {
        };
        /**
         * Agent usage
         * @description Calls that ended in each bucket, on whatever line, and their minutes. This server knows no prices: `cents` is always 0.
         */
        get: {
            parameters: {
                query?: {
                    /** @description RFC 3339 with a time zone; rounded up to the UTC day. Default: now. */
                    end_ts?: string;
                    /** @description Length of a bucket: UTC days, weeks from Monday on, months from their first day on, the first and the last cut to the window. Default: one bucket for all. */
                    interval?: "day" | "week" | "month";
                    /** @description RFC 3339 with a time zone; rounded down to the UTC day. At most a year before `end_ts`. Default: a week before `end_ts`. */
                    start_ts?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentUsageBucket"][];
                        };
                    };
                };
            };
        };
    };
    "/usage/credits": {
        parameters: {
        };
        /**
         * Credits used
         * @description One credit is one character of a transcript that was spoken: a Unicode code point, white space and markup included; or one second of audio that was heard, a second that has begun included; or one minute of a call, a minute that has begun included. Text that was cancelled before its sentence began costs nothing. Other servers on the same database add theirs within seconds.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only what was used with this key and the tokens it made. */
                    api_key_id?: string;
                    /** @description RFC 3339 with a time zone; rounded up to the UTC day. Default: now. */
                    end_ts?: string;
                    /** @description One series for each; needs `interval=day`. `api_key` does not go with `api_key_id`. */
                    group_by?: "capability" | "model" | "voice" | "api_key";
                    /** @description Length of a bucket: UTC days, weeks from Monday on, months from their first day on, the first and the last cut to the window. Default: one bucket for all. */
                    interval?: "day" | "week" | "month";
                    /** @description RFC 3339 with a time zone; rounded down to the UTC day. At most a year before `end_ts`. Default: a week before `end_ts`. */
                    start_ts?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The one that used most comes first. */
                            data: components["schemas"]["CreditsSeries"][];
                            /** @enum {string} */
                            group_by: "capability" | "model" | "voice" | "api_key";
                        } | {
                            data: components["schemas"]["CreditsBucket"][];
                        };
                    };
                };
            };
        };
    };
    "/v1/agents": {
        parameters: {
        };
        /**
         * List agents
         * @description Newest first, without their configurations.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Part of the name or the description. */
                    q?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentListItem"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Create an agent
         * @description What the configuration leaves out takes its default. The first version is published at once.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        config?: components["schemas"]["AgentConfigPatch"];
                        description?: string | null;
                        /** @description That of the template, or "New agent", when left out. */
                        name?: string;
                        /** @description Our addition: one of `GET /agents/templates`. The agent begins with its configuration, over which `config` stands, and its tools are made too, unless `config.tools` names others. */
                        template_id?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    "/v1/agents/{agent_id}": {
        parameters: {
        };
        /**
         * Get an agent
         * @description With its complete published configuration.
         */
        get: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
            };
        };
        /**
         * Delete an agent
         * @description With all its versions.
         */
        delete: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The agent is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Update an agent
         * @description A configuration that changes something makes a new version, published at once. An older one is restored by sending its configuration.
         */
        patch: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        config?: components["schemas"]["AgentConfigPatch"];
                        description?: string | null;
                        name?: string;
                        /** @description Of the version that the new configuration makes; only together with one. */
                        version_description?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
            };
        };
    };
    "/v1/agents/{agent_id}/versions": {
        parameters: {
        };
        /**
         * List the versions of an agent
         * @description Newest first.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentVersion"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/v1/agents/{agent_id}/versions/{version_id}": {
        parameters: {
        };
        /** Get a version of an agent */
        get: {
            parameters: {
                path: {
                    agent_id: string;
                    version_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentVersion"];
                    };
                };
            };
        };
    };
    "/v1/agents/models": {
        parameters: {
        };
        /**
         * List the models of agents
         * @description What the operator of this server names in `SONORANT_AGENT_MODELS`, and `rules`, which every server has; new agents have the first one.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentModel"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/v1/agents/tools": {
        parameters: {
        };
        /**
         * List tools
         * @description Newest first; the given conditions hold together.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only tools of this agent. */
                    agent_id?: string;
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                    type?: "webhook" | "client";
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentTool"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
        /**
         * Create a tool
         * @description A webhook tool calls an address, a client tool asks the client of the conversation. Secrets are stored encrypted and never shown.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewAgentTool"];
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentTool"];
                    };
                };
            };
        };
    };
    "/v1/agents/tools/{tool_id}": {
        parameters: {
        };
        /** Get a tool */
        get: {
            parameters: {
                query?: {
                    /** @description What to add; may be repeated. */
                    expand?: "agents"[];
                };
                path: {
                    tool_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentTool"];
                    };
                };
            };
        };
        /**
         * Delete a tool
         * @description Refused while an agent uses it.
         */
        delete: {
            parameters: {
                path: {
                    tool_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The tool is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Update a tool
         * @description Changes the members that are given; unknown ones and those of the other type are refused. A secret without `secret_value` stays what it was.
         */
        patch: {
            parameters: {
                path: {
                    tool_id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentToolPatch"];
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentTool"];
                    };
                };
            };
        };
    };
    "/v1/agents/websocket/{agent_id}": {
        parameters: {
        };
        /**
         * Talk to an agent
         * @description Messages are JSON in text frames, with audio in base64. The first one is `session_create`, within 10 seconds; `session_ready` answers it. The published version of the agent is the one that is talked to until the end.
         */
        get: {
            parameters: {
                query?: {
                    /** @description An access token, in place of the header. */
                    access_token?: string;
                    /** @description An API key, in place of the header. */
                    api_key?: string;
                    /** @description The version, in place of the header. */
                    cartesia_version?: "2024-06-10" | "2024-11-13" | "2025-04-16" | "2025-11-04" | "2026-03-01" | "2026-04-03" | "2026-08-14";
                };
                path: {
                    agent_id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The connection is a WebSocket from here on. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
    };
    "/v1/agents/websocket/{agent_id}/sessions": {
        parameters: {
        };
        /**
         * Make a token for one conversation
         * @description For clients such as browsers: the token opens one conversation with this agent, within five minutes, and nothing else. What the body gives holds for that conversation; the client that carries the token cannot read it.
         */
        post: {
            parameters: {
                path: {
                    agent_id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        config_overrides?: {
                            audio?: {
                                output: {
                                    speed?: number | null;
                                    voice_id?: string;
                                };
                            };
                            initial_message?: string | null;
                            instructions?: string;
                            language?: {
                                /** @enum {string} */
                                primary: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
                            };
                        };
                        dynamic_variables?: {
                            [key: string]: unknown;
                        };
                    } | null;
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentSession"];
                    };
                };
            };
        };
    };
    "/v1/audio/models": {
        parameters: {
        };
        /**
         * List models that speak
         * @description The models of `GET /v1/models`, as Open WebUI asks for them. Needs no key where `SONORANT_PUBLIC_VOICES` is on.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiAudioModelList"];
                    };
                };
            };
        };
    };
    "/v1/audio/speech": {
        parameters: {
        };
        /** Speech as OpenAI’s clients ask for it */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OpenAiSpeechRequest"];
                };
            };
            responses: {
                /** @description The audio, streamed while it is made, or events with it in base64. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/flac": unknown;
                        "audio/mpeg": unknown;
                        "audio/ogg": unknown;
                        "audio/pcm": unknown;
                        "audio/wav": unknown;
                        "text/event-stream": unknown;
                    };
                };
            };
        };
    };
    "/v1/audio/transcriptions": {
        parameters: {
        };
        /** Transcribe a file as OpenAI’s clients ask for it */
        post: {
            parameters: {
                query?: {
                    /** @description Of samples without a header, little-endian and mono. */
                    encoding?: "pcm_s16le" | "pcm_s32le" | "pcm_f16le" | "pcm_f32le" | "pcm_mulaw" | "pcm_alaw";
                    /** @description Hz, likewise. */
                    sample_rate?: number;
                };
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description Speech of at most 100000000 bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm, and where ffmpeg is installed aac, aiff, amr, au, caf, m4a, mkv, mov, mp4, wma or 3gp, recognised by its content; or samples without a header, with `encoding` and `sample_rate` in the address.
                         */
                        file: Blob;
                        /** @description ISO 639 code of what is spoken. Default: found out where the recognizer can, else `en`. */
                        language?: string;
                        /** @description A recognizer of this server by its name, or `ink-2`, `ink-whisper`, `whisper-1`, `gpt-4o-transcribe`, `gpt-4o-mini-transcribe`, which stand for the best one of the language. Default: that one. */
                        model?: string;
                        /** @description What was said before, or names that come; for recognizers that take it. */
                        prompt?: string;
                        /**
                         * @description `verbose_json` has the duration, segments and, where asked for, words; `srt` and `vtt` are subtitles.
                         * @default json
                         * @enum {string}
                         */
                        response_format?: "json" | "verbose_json" | "text" | "srt" | "vtt";
                        /**
                         * @description `true`: events with what is heard, while it is heard; for `json` and `text`.
                         * @default false
                         * @enum {string}
                         */
                        stream?: "true" | "false";
                        /** @description 0–1; for recognizers that take it. */
                        temperature?: number;
                        /** @description `word`: the answer has the words with their times. */
                        "timestamp_granularities[]"?: ("word" | "segment")[];
                    };
                };
            };
            responses: {
                /** @description The transcript in the form that was asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Transcription"];
                        "application/x-subrip": string;
                        "text/event-stream": string;
                        "text/plain": string;
                        "text/vtt": string;
                    };
                };
            };
        };
    };
    "/v1/audio/voices": {
        parameters: {
        };
        /**
         * List voices
         * @description All voices that the organization can use, as servers with OpenAI’s shape list them; without a key the public ones. `GET /voices` says more about each. Needs no key where `SONORANT_PUBLIC_VOICES` is on.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiVoiceList"];
                    };
                };
            };
        };
    };
    "/v1/models": {
        parameters: {
        };
        /**
         * List models
         * @description The default model, one for each engine, and OpenAI’s names, which stand for the default one. Needs no key where `SONORANT_PUBLIC_VOICES` is on.
         */
        get: {
            parameters: {
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiModelList"];
                    };
                };
            };
        };
    };
    "/v1/models/{id}": {
        parameters: {
        };
        /** Get a model */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OpenAiModel"];
                    };
                };
            };
        };
    };
    "/voice-changer/bytes": {
        parameters: {
        };
        /**
         * Another voice for a clip
         * @description The words, their times and the melody of the clip stay; pitch and loudness become those of the voice, formants come half of the way to its own and the long-term spectrum four fifths. Nothing is spoken anew: accent, rate and breath stay those of the speaker, and so does noise. Background music, several speakers and whispering are not for it.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description The recording, at most 16777216 bytes and 600 s: flac, mp3, mpeg, mpga, oga, ogg, wav or webm.
                         */
                        clip: Blob;
                        /**
                         * @description Bits per second, of `mp3` and `opus`.
                         * @enum {string}
                         */
                        "output_format[bit_rate]"?: "32000" | "64000" | "96000" | "128000" | "192000";
                        /** @enum {string} */
                        "output_format[container]": "raw" | "wav" | "mp3" | "opus" | "flac";
                        /**
                         * @description Of `raw`, where it is required, and `wav`. `mp3` ignores it.
                         * @enum {string}
                         */
                        "output_format[encoding]"?: "pcm_f32le" | "pcm_s16le" | "pcm_mulaw" | "pcm_alaw";
                        /**
                         * @description Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000.
                         * @enum {string}
                         */
                        "output_format[sample_rate]"?: "8000" | "12000" | "16000" | "22050" | "24000" | "44100" | "48000";
                        /** @description The voice that is to be heard. */
                        "voice[id]": string;
                    };
                };
            };
            responses: {
                /** @description The audio, streamed while it is made, as long as the clip. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/flac": unknown;
                        "audio/mpeg": unknown;
                        "audio/ogg": unknown;
                        "audio/pcm": unknown;
                        "audio/wav": unknown;
                    };
                };
            };
        };
    };
    "/voice-changer/sse": {
        parameters: {
        };
        /**
         * Another voice for a clip, as events
         * @description The words, their times and the melody of the clip stay; pitch and loudness become those of the voice, formants come half of the way to its own and the long-term spectrum four fifths. Nothing is spoken anew: accent, rate and breath stay those of the speaker, and so does noise. Background music, several speakers and whispering are not for it. Events `chunk` with audio in base64, then `done` or `error`.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /**
                         * Format: binary
                         * @description The recording, at most 16777216 bytes and 600 s: flac, mp3, mpeg, mpga, oga, ogg, wav or webm.
                         */
                        clip: Blob;
                        /**
                         * @description Bits per second, of `mp3` and `opus`.
                         * @enum {string}
                         */
                        "output_format[bit_rate]"?: "32000" | "64000" | "96000" | "128000" | "192000";
                        /** @enum {string} */
                        "output_format[container]": "raw" | "wav" | "mp3" | "opus" | "flac";
                        /**
                         * @description Of `raw`, where it is required, and `wav`. `mp3` ignores it.
                         * @enum {string}
                         */
                        "output_format[encoding]"?: "pcm_f32le" | "pcm_s16le" | "pcm_mulaw" | "pcm_alaw";
                        /**
                         * @description Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000.
                         * @enum {string}
                         */
                        "output_format[sample_rate]"?: "8000" | "12000" | "16000" | "22050" | "24000" | "44100" | "48000";
                        /** @description The voice that is to be heard. */
                        "voice[id]": string;
                    };
                };
            };
            responses: {
                /** @description The audio, streamed while it is made, as long as the clip. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": unknown;
                    };
                };
            };
        };
    };
    "/voices": {
        parameters: {
        };
        /**
         * List voices
         * @description The voices of your organization and the public ones, newest first, then the built-in ones.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Id of the item after the page: gives the items right before it, in the same order. */
                    ending_before?: string;
                    /** @description What to add to each voice; may be repeated. */
                    expand?: ("preview_file_url" | "is_starred" | "embedding" | "spoken_by" | "speaker_profile" | "blend")[];
                    gender?: "masculine" | "feminine" | "gender_neutral";
                    include_archived?: boolean;
                    /** @description Only voices of your organization, or only others. */
                    is_owner?: boolean;
                    /** @description A language (`en`) or a locale (`en-GB`); case does not matter, `_` works for `-`. */
                    language?: string;
                    /** @description Items on a page, 1 to 100. */
                    limit?: number;
                    /** @description Part of the name, the description or the id. */
                    q?: string;
                    /** @description Id of the item before the page: gives the items that follow it. */
                    starting_after?: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description A page of voices; in version 2024-06-10 an array of all. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Voice"][];
                            /** @description Whether more items follow in the direction of the walk. */
                            has_more: boolean;
                            /** @description The cursor of the next page in the direction of the walk; null on the last one. */
                            next_page: string | null;
                        };
                    };
                };
            };
        };
    };
    "/voices/{id}": {
        parameters: {
        };
        /** Get a voice */
        get: {
            parameters: {
                query?: {
                    /** @description What to add to each voice; may be repeated. */
                    expand?: ("preview_file_url" | "is_starred" | "embedding" | "spoken_by" | "speaker_profile" | "blend")[];
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Voice"];
                    };
                };
            };
        };
        /**
         * Delete a voice
         * @description One of your own, with its clip.
         */
        delete: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description It is deleted. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                };
            };
        };
        /**
         * Change a voice
         * @description Of your own voices; what is left out stays.
         */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Id of an accent of the voice's language, which becomes its own one; null clears it. */
                        accent?: string | null;
                        /** @description Who can use the voice: its owner, or everyone. */
                        access?: ("private" | "public") | {
                            /** @enum {string} */
                            type: "private" | "public";
                        };
                        /** @description Usually longer than the tagline. */
                        description?: string;
                        /** @description Null where it is not known. */
                        gender?: ("masculine" | "feminine" | "gender_neutral") | null;
                        /** @description Name of the voice. */
                        name?: string;
                        /** @description A few words; empty when unset. */
                        tagline?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Voice"];
                    };
                };
            };
        };
    };
    "/voices/{id}/accents": {
        parameters: {
        };
        /**
         * Add accents to a voice
         * @description Of a voice of yours that was cloned from a clip and has an accent of its own. It has at most ten in all; those it has already stay.
         */
        patch: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Ids of localizable accents. */
                        accents: string[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Voice"];
                    };
                };
            };
        };
    };
    "/voices/{id}/accents/{accent_id}": {
        parameters: {
        };
        /**
         * Remove an accent from a voice
         * @description Its own accent stays: that is 400.
         */
        delete: {
            parameters: {
                path: {
                    accent_id: string;
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Voice"];
                    };
                };
            };
        };
    };
    "/voices/{id}/preview": {
        parameters: {
        };
        /**
         * Hear a voice
         * @description A few seconds in the voice's language: what `preview_file_url` points to.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Share of that voice. */
                    weight?: number;
                    /** @description Id of another voice of the same model: what is heard lies between the two. */
                    with?: string;
                };
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description The spoken sample. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/wav": unknown;
                    };
                };
            };
        };
    };
    "/voices/{id}/similarity": {
        parameters: {
        };
        /**
         * How near a clone comes to its clip
         * @description The clone speaks about ten seconds in its own language, which are not counted; pitch, formants and spectrum are measured in them as they were in the clip. That says nothing of accent, melody, breath, or how natural the speech is: listen to both.
         */
        get: {
            parameters: {
                path: {
                    id: string;
                };
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoiceSimilarity"];
                    };
                };
            };
        };
    };
    "/voices/blend": {
        parameters: {
        };
        /**
         * Blend two voices
         * @description Makes a new voice that lies between two voices of one installed Kokoro model, and is spoken by that model. Our addition. `GET /voices/{id}/preview?with=…&weight=…` lets it be heard before.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Who can use the voice: its owner, or everyone. */
                        access?: ("private" | "public") | {
                            /** @enum {string} */
                            type: "private" | "public";
                        };
                        /** @description What it is made of, where it is left out. */
                        description?: string | null;
                        /** @description Name of the voice. */
                        name: string;
                        /** @description Another voice of the same model. */
                        other_voice_id: string;
                        /**
                         * @description A few words; empty when unset.
                         * @default
                         */
                        tagline?: string;
                        /** @description The first voice, whose language and accent the new one has. */
                        voice_id: string;
                        /** @description Share of the other voice: 0.25 is three parts of the first and one of the other. In hundredths. */
                        weight: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoiceMetadata"];
                    };
                };
            };
        };
    };
    "/voices/clone": {
        parameters: {
        };
        /**
         * Clone a voice from a clip
         * @description The clip is recognised by its content. It needs at least a second of speech; the message of an error says what was measured in it. The voice can be spoken at once.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** @description Id of an accent of the language, which the voice then has as its own; needed for adding others. GET /accents lists them. */
                        accent?: string;
                        /**
                         * @description Who can use the voice: its owner, or everyone. Default private.
                         * @enum {string}
                         */
                        access?: "private" | "public";
                        /**
                         * @deprecated
                         * @description The same under its old name; `access` wins.
                         * @enum {string}
                         */
                        "access[type]"?: "private" | "public";
                        /** @description The voice the clone derives from: it lends what the clip does not tell. */
                        base_voice_id?: string;
                        /**
                         * Format: binary
                         * @description The recording, at most 16777216 bytes: flac, mp3, mpeg, mpga, oga, ogg, wav or webm.
                         */
                        clip: Blob;
                        description?: string;
                        /**
                         * @description Language of the voice.
                         * @enum {string}
                         */
                        language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
                        /** @description Name of the voice. */
                        name: string;
                        /**
                         * @description A few words; empty when unset.
                         * @default
                         */
                        tagline?: string;
                        /** @description What is said in the clip, word for word. Some models that clone by the clip itself need it; the others and the embedded engines do not. */
                        transcript?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoiceMetadata"];
                    };
                };
            };
        };
    };
    "/voices/localize": {
        parameters: {
        };
        /**
         * Localize a voice
         * @description Makes a new voice that sounds like another one and speaks with an accent of the same or another language.
         */
        post: {
            parameters: {
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Id of a localizable accent, which brings its language along. Required from version 2026-08-14 on. */
                        accent?: string | null;
                        /** @description Who can use the voice: its owner, or everyone. */
                        access?: ("private" | "public") | {
                            /** @enum {string} */
                            type: "private" | "public";
                        };
                        description?: string | null;
                        /**
                         * @deprecated
                         * @description The same: a dialect of the language.
                         */
                        dialect?: string | null;
                        /**
                         * @deprecated
                         * @description Before version 2026-08-14, in place of `accent`; beside it, it is ignored.
                         */
                        language?: string | null;
                        /** @description Name of the voice. */
                        name: string;
                        /**
                         * @deprecated
                         * @description The same: `male` or `female`.
                         */
                        original_speaker_gender?: string | null;
                        /**
                         * @description A few words; empty when unset.
                         * @default
                         */
                        tagline?: string;
                        /** @description The voice to bring into another accent. */
                        voice_id: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoiceMetadata"];
                    };
                };
            };
        };
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A way of speaking a language. */
        Accent: {
            id: string;
            /** @description True for exactly one accent of a locale. */
            is_locale_default: boolean;
            /** @description Whether a voice can be localized into it. */
            is_localizable: boolean;
            /** @enum {string} */
            language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            /** @description BCP 47 code of the one locale it stands under. */
            locale: string;
            name: string;
        };
        AccessToken: {
            /** @description What is likely not meant so. Absent: nothing. */
            notes?: string[];
            /** @description A JSON Web Token. */
            token: string;
        };
        ActivityBucket: {
            /** @description Audio that was made, in answers, calls and books. Recognition makes none. */
            audio_seconds: number;
            /** @description Of transcripts that were spoken. */
            characters: number;
            /** Format: date-time */
            end_ts: string;
            /** @description Requests that ended with an error. A client that left is none. */
            errors: {
                /** @description Requests with an error of 500 and more. */
                failed: number;
                /** @description Requests with an error of 400 to 499. */
                refused: number;
            };
            /** @description From a histogram, mostly within a tenth of the measured times; of answers and calls, not of books. Null where nothing was spoken. */
            first_audio: {
                /** @description Utterances. */
                count: number;
                /** @description Half of them had their first audio within this time of their first text. */
                p50_ms: number;
                /** @description 19 of 20 of them had. */
                p95_ms: number;
            } | null;
            /** @description Requests for speech, recognition and changed recordings; of a speech socket its contexts. */
            requests: number;
            /** Format: date-time */
            start_ts: string;
        };
        ActivityFigures: {
            /** @description Audio that was made, in answers, calls and books. Recognition makes none. */
            audio_seconds: number;
            /** @description Of transcripts that were spoken. */
            characters: number;
            /** @description Requests that ended with an error. A client that left is none. */
            errors: {
                /** @description Requests with an error of 500 and more. */
                failed: number;
                /** @description Requests with an error of 400 to 499. */
                refused: number;
            };
            /** @description From a histogram, mostly within a tenth of the measured times; of answers and calls, not of books. Null where nothing was spoken. */
            first_audio: {
                /** @description Utterances. */
                count: number;
                /** @description Half of them had their first audio within this time of their first text. */
                p50_ms: number;
                /** @description 19 of 20 of them had. */
                p95_ms: number;
            } | null;
            /** @description Requests for speech, recognition and changed recordings; of a speech socket its contexts. */
            requests: number;
        };
        ActivitySeries: {
            /** @description In order; those without any activity are left out. */
            buckets: components["schemas"]["ActivityBucket"][];
            /** @description Empty where no voice is known, as for requests that were refused. */
            id: string;
            /** @description A name for people. */
            label?: string;
            total: components["schemas"]["ActivityFigures"];
        };
        /** @description An agent with its published configuration. */
        Agent: {
            config: components["schemas"]["AgentConfig"];
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string | null;
            id: string;
            name: string;
            /** @description ISO 8601 date and time. */
            updated_at: string;
            /** @description The published version. */
            version: {
                /** @description ISO 8601 date and time. */
                created_at: string;
                /** @description Id of the API key that made it. */
                created_by: string | null;
                description: string | null;
                id: string;
            };
        };
        /** @description A conversation with an agent. */
        AgentCall: {
            agent_id: string;
            /** @description As it was when the call began. */
            agent_name: string;
            /** @description The version that spoke. */
            agent_version_id: string;
            /** @description Those of the call, without secrets. */
            dynamic_variables: {
                [key: string]: string | number | boolean;
            } | null;
            /** @description Such as `agent_hangup`, `client_hangup`, `api_cancelled`, `max_duration`, `inactivity` or `error`. */
            end_reason: string | null;
            end_time: string | null;
            error_message: string | null;
            id: string;
            /** @description When the contents of the call were removed. */
            redacted_at: string | null;
            start_time: string | null;
            /** @enum {string} */
            status: "created" | "started" | "completed" | "failed";
            summary: string | null;
            telephony_account_type: ("cartesia" | "twilio" | "sip_trunk") | null;
            telephony_params: {
                call_sid: string | null;
                /** @enum {string} */
                connection_type: "websocket" | "phone";
                /** @enum {string} */
                direction: "inbound" | "outbound";
                from: string | null;
                headers: {
                    [key: string]: string;
                } | null;
                parameters: {
                    [key: string]: string;
                } | null;
                to: string | null;
            };
            /** @description Its turns in order, where they were asked for. */
            transcript?: {
                /** @description Seconds since the call began. */
                end_timestamp: number;
                /** @description All that was measured, by name. */
                figures: {
                    [key: string]: number;
                };
                /** @enum {string} */
                role: "user" | "assistant" | "system";
                /** @description Seconds since the call began. */
                start_timestamp: number;
                /** @description Seconds from the end of speech to its text; null where not measured. */
                stt_ttfb: number | null;
                /** @description What was said, of the agent only what was heard; empty where nothing was. */
                text: string;
                tool_calls: {
                    arguments: unknown;
                    dynamic_variable_updates?: {
                        [key: string]: string | number | boolean;
                    };
                    id?: string;
                    name: string;
                    result?: string;
                }[];
                /** @description Seconds from the first text to the first audio; null where not measured. */
                tts_ttfb: number | null;
                /** @description Whether the agent was cut short. */
                was_interrupted: boolean;
            }[];
        };
        /** @description The complete configuration of an agent. */
        AgentConfig: {
            audio: {
                input: {
                    /** @description Words that speech recognition should expect. */
                    keyterms: string[];
                    /**
                     * @description Of what speech recognition hears: never, where the line is noisy, or always.
                     * @enum {string}
                     */
                    noise_suppression: "off" | "auto" | "max";
                };
                output: {
                    background_sound: {
                        /** @description A file with the purpose `agent_background_sound`. */
                        file_id: string;
                        /** @default 1 */
                        volume: number;
                    } | null;
                    emotion: string | null;
                    pronunciation_dictionary_id: string | null;
                    speed: number | null;
                    voice_id: string;
                    volume: number | null;
                };
            };
            /** @description Values of variables that are not given: at most 64, 16 KiB as JSON. Names have letters, digits and `_`. */
            dynamic_variable_placeholders: {
                [key: string]: string | number | boolean;
            };
            /** @description What the agent says first; null when it waits for the caller. */
            initial_message: string | null;
            instructions: string;
            language: {
                /** @enum {string} */
                primary: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            };
            model: {
                /** @description A model of `GET /v1/agents/models`. */
                id: string;
                max_output_tokens: number | null;
                temperature: number | null;
            };
            speculative_generation: boolean;
            system_tools: {
                end_call: {
                    /** @default null */
                    description: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @default auto
                     * @enum {string}
                     */
                    pre_tool_speech: "auto" | "force";
                } | null;
                send_dtmf: {
                    /** @default null */
                    description: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @default auto
                     * @enum {string}
                     */
                    pre_tool_speech: "auto" | "force";
                } | null;
                transfer_to_number: {
                    /** @default null */
                    description: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @default auto
                     * @enum {string}
                     */
                    pre_tool_speech: "auto" | "force";
                    transfers: {
                        condition: string;
                        destination: {
                            /** @description E.164, or one `{{variable}}`. */
                            phone_number: string;
                            /** @constant */
                            type: "phone";
                        };
                    }[];
                } | null;
            };
            /** @description IANA name of a time zone. */
            timezone: string;
            tools: {
                id: string;
            }[];
            turn: {
                /** @description Seconds of silence after which the agent asks whether the caller is still there; less than the above. */
                inactivity_check_in_secs: number | null;
                /** @description Seconds of silence after which the call ends. */
                inactivity_end_call_secs: number;
            };
            turn_taking: {
                /** @description The same where the text looks finished; at most `min_ms`. */
                finished_ms: number | null;
                /** @description The same where the text looks unfinished; at least `min_ms`. */
                max_ms: number | null;
                /** @description Milliseconds of silence that end a turn of the caller whose text looks neither finished nor unfinished. */
                min_ms: number | null;
            } | null;
        };
        /** @description Part of a configuration. Objects are merged member by member; arrays and `dynamic_variable_placeholders` are replaced whole. */
        AgentConfigPatch: {
            audio?: {
                input?: {
                    /** @description Words that speech recognition should expect. */
                    keyterms?: string[];
                    /**
                     * @description Of what speech recognition hears: never, where the line is noisy, or always.
                     * @enum {string}
                     */
                    noise_suppression?: "off" | "auto" | "max";
                };
                output?: {
                    background_sound?: {
                        /** @description A file with the purpose `agent_background_sound`. */
                        file_id: string;
                        volume?: number;
                    } | null;
                    emotion?: string | null;
                    pronunciation_dictionary_id?: string | null;
                    speed?: number | null;
                    voice_id?: string;
                    volume?: number | null;
                };
            };
            /** @description Values of variables that are not given: at most 64, 16 KiB as JSON. Names have letters, digits and `_`. */
            dynamic_variable_placeholders?: {
                [key: string]: string | number | boolean;
            };
            /** @description What the agent says first; null when it waits for the caller. */
            initial_message?: string | null;
            instructions?: string;
            language?: {
                /** @enum {string} */
                primary?: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            };
            model?: {
                /** @description A model of `GET /v1/agents/models`. */
                id?: string;
                max_output_tokens?: number | null;
                temperature?: number | null;
            };
            speculative_generation?: boolean;
            /** @description A tool that is left out stays as it is, null switches it off. */
            system_tools?: {
                end_call?: {
                    description?: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @enum {string}
                     */
                    pre_tool_speech?: "auto" | "force";
                } | null;
                send_dtmf?: {
                    description?: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @enum {string}
                     */
                    pre_tool_speech?: "auto" | "force";
                } | null;
                transfer_to_number?: {
                    description?: string | null;
                    /**
                     * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                     * @enum {string}
                     */
                    pre_tool_speech?: "auto" | "force";
                    transfers?: {
                        condition: string;
                        destination: {
                            /** @description E.164, or one `{{variable}}`. */
                            phone_number: string;
                            /** @constant */
                            type: "phone";
                        };
                    }[];
                } | null;
            };
            /** @description IANA name of a time zone. */
            timezone?: string;
            tools?: {
                id: string;
            }[];
            turn?: {
                /** @description Seconds of silence after which the agent asks whether the caller is still there; less than the above. */
                inactivity_check_in_secs?: number | null;
                /** @description Seconds of silence after which the call ends. */
                inactivity_end_call_secs?: number;
            };
            turn_taking?: {
                /** @description The same where the text looks finished; at most `min_ms`. */
                finished_ms?: number | null;
                /** @description The same where the text looks unfinished; at least `min_ms`. */
                max_ms?: number | null;
                /** @description Milliseconds of silence that end a turn of the caller whose text looks neither finished nor unfinished. */
                min_ms?: number | null;
            } | null;
        };
        /** @description An agent without its configuration. */
        AgentListItem: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string | null;
            id: string;
            name: string;
            /** @description ISO 8601 date and time. */
            updated_at: string;
            /** @description The published version. */
            version_id: string;
        };
        /** @description A language model that the configuration of an agent can name. */
        AgentModel: {
            average_latency_ms: number | null;
            description: string | null;
            display_name: string;
            id: string;
            /** @description What this server charges, which is nothing. What the model costs its operator is not known here. */
            pricing: {
                /** @description Decimal number. */
                cache_read_per_million_tokens: string;
                /** @description Decimal number. */
                cache_write_per_million_tokens: string;
                /** @constant */
                currency: "USD";
                /** @description Decimal number. */
                input_per_million_tokens: string;
                /** @description Decimal number. */
                output_per_million_tokens: string;
            };
            provider: string;
        };
        AgentSession: {
            /** @description ISO 8601 date and time. */
            expires_at: string;
            token: string;
        };
        /** @description An agent as older clients know it. */
        AgentSummary: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            deleted_at: null;
            /** @description Always 0: agents are configurations and are not deployed. */
            deployment_count: number;
            description: string | null;
            git_deploy_branch: null;
            git_repository: null;
            /** @description Always false: nothing is built from text. */
            has_text_to_agent_run: boolean;
            id: string;
            name: string;
            phone_numbers: {
                id: string;
                number: string;
            }[];
            /** @enum {string} */
            tts_language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            /** @description The voice of the published configuration. */
            tts_voice: string;
            /** @description ISO 8601 date and time. */
            updated_at: string;
            webhook_id: string | null;
        };
        /** @description An agent that is ready but for the words of your business. */
        AgentTemplate: {
            /** @description What an agent of the template has over the defaults: a `config` of `POST /v1/agents`. */
            config: {
                /** @description Values of variables that are not given: at most 64, 16 KiB as JSON. Names have letters, digits and `_`. */
                dynamic_variable_placeholders: {
                    [key: string]: string | number | boolean;
                };
                /** @description What the agent says first; null when it waits for the caller. */
                initial_message: string | null;
                instructions: string;
                model?: {
                    id: string;
                };
                system_tools?: {
                    end_call: {
                        description: string;
                    };
                };
            };
            /** @description ISO 8601 date and time. */
            created_at: string;
            dependencies?: string[] | null;
            description?: string | null;
            /** @description Conversations with such an agent. With rules the answers are exactly these. */
            examples: {
                title: string;
                turns: {
                    /** @enum {string} */
                    role: "user" | "assistant";
                    text: string;
                }[];
            }[];
            /** @description For `template_id` of `POST /v1/agents`. */
            id: string;
            /**
             * @description What answers: rules, which need nothing, or a language model that the operator has connected.
             * @enum {string}
             */
            model: "rules" | "language_model";
            name: string;
            owner_id: string;
            /** @description Always empty: templates come with the server. */
            repo_url: string;
            /** @description Settings of the server that it needs: `SONORANT_AGENT_MODELS` where a language model answers. */
            required_env_vars?: string[] | null;
            /** @description Where it stands in the source of the server. */
            root_dir: string;
            /** @description What is made together with the agent; each is a body of `POST /v1/agents/tools`. */
            tools: ({
                api_schema: {
                    authentication: ({
                        /** @constant */
                        mode: "basic_auth";
                        password: {
                            secret_description: string | null;
                            /** @constant */
                            type: "secret";
                        };
                        username: string;
                    } | {
                        /** @constant */
                        mode: "bearer";
                        token: {
                            secret_description: string | null;
                            /** @constant */
                            type: "secret";
                        };
                    }) | null;
                    /** @enum {string} */
                    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                    path_params_schema: {
                        [key: string]: components["schemas"]["ToolParameter"];
                    };
                    query_params_schema: {
                        properties: {
                            [key: string]: components["schemas"]["ToolParameter"];
                        };
                        /** @default [] */
                        required: string[];
                    } | null;
                    request_body_schema: components["schemas"]["ToolRequestBody"] | null;
                    request_headers: {
                        [key: string]: string | {
                            secret_description: string | null;
                            /** @constant */
                            type: "secret";
                        } | {
                            name: string;
                            /** @constant */
                            type: "dynamic_variable";
                        };
                    };
                    /** @description Address with `https`; `{name}` in its path is a parameter. */
                    url: string;
                };
                /** @description Variables that are set from the answer. */
                assignments: {
                    dynamic_variable: string;
                    /** @description Where the value stands in the answer, as in `data.items.0.id`. */
                    value_path: string;
                }[];
                /** @description Tells the language model what the tool does and when to use it. */
                description: string;
                /**
                 * @description Whether the agent waits for the result or goes on talking.
                 * @enum {string}
                 */
                execution_mode: "immediate" | "async";
                name: string;
                /**
                 * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                 * @enum {string}
                 */
                pre_tool_speech: "auto" | "force";
                response_timeout_secs: number;
                /** @constant */
                type: "webhook";
            } | {
                /** @description Tells the language model what the tool does and when to use it. */
                description: string;
                /**
                 * @description Whether the agent waits for the result or goes on talking.
                 * @enum {string}
                 */
                execution_mode: "immediate" | "async";
                /** @description Whether the client answers with a result. */
                expects_response: boolean;
                name: string;
                parameters: components["schemas"]["ClientToolParameters"];
                /**
                 * @description Whether the agent says something before it uses the tool: when it seems right, or always.
                 * @enum {string}
                 */
                pre_tool_speech: "auto" | "force";
                response_timeout_secs: number;
                /** @constant */
                type: "client";
            })[];
            /** @description ISO 8601 date and time. */
            updated_at: string;
        };
        /** @description A tool that agents can use. Secrets are never shown. */
        AgentTool: {
            /** @description The agents that use it; only with `expand[]=agents`. */
            agents?: components["schemas"]["AgentListItem"][];
            api_schema: {
                authentication: ({
                    /** @constant */
                    mode: "basic_auth";
                    password: {
                        secret_description: string | null;
                        /** @constant */
                        type: "secret";
                    };
                    username: string;
                } | {
                    /** @constant */
                    mode: "bearer";
                    token: {
                        secret_description: string | null;
                        /** @constant */
                        type: "secret";
                    };
                }) | null;
                /** @enum {string} */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                path_params_schema: {
                    [key: string]: components["schemas"]["ToolParameter"];
                };
                query_params_schema: {
                    properties: {
                        [key: string]: components["schemas"]["ToolParameter"];
                    };
                    /** @default [] */
                    required: string[];
                } | null;
                request_body_schema: components["schemas"]["ToolRequestBody"] | null;
                request_headers: {
                    [key: string]: string | {
                        secret_description: string | null;
                        /** @constant */
                        type: "secret";
                    } | {
                        name: string;
                        /** @constant */
                        type: "dynamic_variable";
                    };
                };
                /** @description Address with `https`; `{name}` in its path is a parameter. */
                url: string;
            };
            /** @description Variables that are set from the answer. */
            assignments: {
                dynamic_variable: string;
                /** @description Where the value stands in the answer, as in `data.items.0.id`. */
                value_path: string;
            }[];
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Tells the language model what the tool does and when to use it. */
            description: string;
            /**
             * @description Whether the agent waits for the result or goes on talking.
             * @enum {string}
             */
            execution_mode: "immediate" | "async";
            id: string;
            name: string;
            /**
             * @description Whether the agent says something before it uses the tool: when it seems right, or always.
             * @enum {string}
             */
            pre_tool_speech: "auto" | "force";
            response_timeout_secs: number;
            /** @constant */
            type: "webhook";
            updated_at: string;
        } | {
            /** @description The agents that use it; only with `expand[]=agents`. */
            agents?: components["schemas"]["AgentListItem"][];
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Tells the language model what the tool does and when to use it. */
            description: string;
            /**
             * @description Whether the agent waits for the result or goes on talking.
             * @enum {string}
             */
            execution_mode: "immediate" | "async";
            /** @description Whether the client answers with a result. */
            expects_response: boolean;
            id: string;
            name: string;
            parameters: components["schemas"]["ClientToolParameters"];
            /**
             * @description Whether the agent says something before it uses the tool: when it seems right, or always.
             * @enum {string}
             */
            pre_tool_speech: "auto" | "force";
            response_timeout_secs: number;
            /** @constant */
            type: "client";
            updated_at: string;
        };
        AgentToolPatch: {
            /** @description Members that are left out stay; the others are replaced whole. */
            api_schema?: {
                authentication?: ({
                    /** @constant */
                    mode: "basic_auth";
                    password: {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    };
                    username: string;
                } | {
                    /** @constant */
                    mode: "bearer";
                    token: {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    };
                }) | null;
                /** @enum {string} */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description The parameters in the path, each by its name. */
                path_params_schema?: {
                    [key: string]: components["schemas"]["ToolParameterInput"];
                } | null;
                query_params_schema?: {
                    properties: {
                        [key: string]: components["schemas"]["ToolParameterInput"];
                    };
                    /** @default [] */
                    required?: string[];
                } | null;
                /** @description With POST, PUT and PATCH only. */
                request_body_schema?: components["schemas"]["ToolRequestBodyInput"] | null;
                request_headers?: {
                    [key: string]: string | {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    } | {
                        name: string;
                        /** @constant */
                        type: "dynamic_variable";
                    };
                } | null;
                /** @description Address with `https`; `{name}` in its path is a parameter. */
                url?: string;
            };
            /** @description Variables that are set from the answer. */
            assignments?: {
                dynamic_variable: string;
                /** @description Where the value stands in the answer, as in `data.items.0.id`. */
                value_path: string;
            }[];
            /** @description Tells the language model what the tool does and when to use it. */
            description?: string;
            /**
             * @description Whether the agent waits for the result or goes on talking.
             * @enum {string}
             */
            execution_mode?: "immediate" | "async";
            /** @description Whether the client answers with a result. */
            expects_response?: boolean;
            name?: string;
            parameters?: components["schemas"]["ClientToolParametersInput"];
            /**
             * @description Whether the agent says something before it uses the tool: when it seems right, or always.
             * @enum {string}
             */
            pre_tool_speech?: "auto" | "force";
            response_timeout_secs?: number;
            /**
             * @description Cannot be changed.
             * @enum {string}
             */
            type?: "webhook" | "client";
        };
        AgentUsageBucket: {
            calls: number;
            cents: number;
            /** Format: date-time */
            end_ts: string;
            minutes: number;
            /** Format: date-time */
            start_ts: string;
        };
        /** @description A configuration that was published once. It never changes. */
        AgentVersion: {
            config: components["schemas"]["AgentConfig"];
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Id of the API key that made it. */
            created_by: string | null;
            description: string | null;
            id: string;
        };
        /** @description A key that works, without the key itself. */
        ApiKey: {
            /** @description Null: it may speak as much as it likes. */
            budget: {
                /**
                 * @description At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.
                 * @enum {string}
                 */
                action: "refuse" | "alert";
                /** @description Characters that may be spoken with the key and its tokens in a UTC month. */
                characters: number;
                /** @description Of this month; other servers add theirs within seconds. */
                used_characters: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            creator_email: string | null;
            creator_image_url: string | null;
            /** @description Null where the creator is not known, as for keys of the command line. */
            creator_still_in_org: boolean | null;
            description: string;
            /** @description When it ends by itself; null: never. */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description An API key opens everything but the organization, an admin key only that.
             * @enum {string}
             */
            kind: "api" | "admin";
            /** @description Of its requests and its tokens’, the last one that the request log still has; null where it has none. */
            last_used_at: string | null;
            /** @description Null where none was given. */
            name: string | null;
            /** @description Origins of the web pages that it is for, and that alone may use it; null for a key of programs. */
            origins: string[] | null;
            /** @description The families of routes that it opens; null for all of its kind. `tts`: everything that speaks; `voices`: voices, accents and dictionaries; `agents`: agents and their tools; `files`: files, datasets and fine-tunes. */
            scopes: ("tts" | "stt" | "voices" | "agents" | "files")[] | null;
        };
        /** @description A document that is read aloud. */
        Book: {
            /** @description Of the finished audio, that of the request before while another is spoken; null where there is none. */
            audio_bytes: number | null;
            author: string | null;
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Why it failed; while it is spoken, what it waits for. */
            error: string | null;
            has_cover: boolean;
            id: string;
            /**
             * @description Of the file.
             * @enum {string}
             */
            kind: "epub" | "pdf" | "docx" | "markdown" | "html" | "text";
            /** @description As the file tells it. */
            language: string | null;
            progress: components["schemas"]["BookProgress"];
            /** @description Name or address of the file. */
            source: string;
            /** @description Null before it is asked for. */
            speech: components["schemas"]["BookSpeech"] | null;
            /**
             * @description `ready`: read, and not asked for yet; `queued` and `speaking`: its job waits or runs.
             * @enum {string}
             */
            status: "ready" | "queued" | "speaking" | "completed" | "failed" | "cancelled";
            title: string;
            updated_at: string;
        };
        BookChapter: {
            characters: number;
            /** @description Whether it was asked for last; all before that. */
            is_selected: boolean;
            is_spoken: boolean;
            /** @description From 1. */
            number: number;
            title: string;
        };
        BookProgress: {
            /** @description Of the chapters that were asked for. */
            characters: number;
            /** @description Of them, as far as they are spoken. */
            done_characters: number;
            percent: number;
            /** @description Of audio, as far as it is made. */
            seconds: number;
        };
        /** @description How a book was asked to be spoken. */
        BookSpeech: {
            bit_rate: number;
            /** @enum {string} */
            format: "mp3" | "m4b";
            language: string | null;
            model_id: string;
            speed: number;
            voice_id: string;
        };
        /** @description A document that is read aloud, with its chapters. */
        BookWithChapters: {
            /** @description Of the finished audio, that of the request before while another is spoken; null where there is none. */
            audio_bytes: number | null;
            author: string | null;
            chapters: components["schemas"]["BookChapter"][];
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Why it failed; while it is spoken, what it waits for. */
            error: string | null;
            has_cover: boolean;
            id: string;
            /**
             * @description Of the file.
             * @enum {string}
             */
            kind: "epub" | "pdf" | "docx" | "markdown" | "html" | "text";
            /** @description As the file tells it. */
            language: string | null;
            progress: components["schemas"]["BookProgress"];
            /** @description Name or address of the file. */
            source: string;
            /** @description Null before it is asked for. */
            speech: components["schemas"]["BookSpeech"] | null;
            /**
             * @description `ready`: read, and not asked for yet; `queued` and `speaking`: its job waits or runs.
             * @enum {string}
             */
            status: "ready" | "queued" | "speaking" | "completed" | "failed" | "cancelled";
            title: string;
            updated_at: string;
        };
        BytesRequest: {
            /** @description An accent of the voice. */
            accent?: string | null;
            /**
             * @deprecated
             * @description Seconds of audio, after which the text is cut off with the word that is being spoken; of no effect from version 2026-03-01 on.
             */
            duration?: number | null;
            generation_config?: components["schemas"]["GenerationConfig"] | null;
            /** @description A language or locale code; default: the voice’s own. Not together with `locale`. */
            language?: string | null;
            /** @description A locale or language code. Not together with `language`. */
            locale?: string | null;
            /** @description A model family; the voice picks the engine. */
            model_id: string;
            /** @description `auto` (default), `off`, or a language or locale code: how numbers, dates and signs become words. */
            normalization?: string | null;
            output_format: components["schemas"]["OutputFormat"];
            /** @description A pronunciation dictionary, your own or a public one: how it says words takes the place of their spelling. */
            pronunciation_dict_id?: string | null;
            /** @description Keep the audio as a file. */
            save?: boolean | null;
            /** @description Several speakers in one text: a voice for each name. `[Name]` in the transcript then says who speaks from there on, and is not spoken; without this field brackets are text. At most 16 names. */
            speakers?: {
                [key: string]: components["schemas"]["VoiceSpecifier"];
            } | null;
            /** @deprecated */
            speed?: ("slow" | "normal" | "fast") | null;
            transcript: string;
            /** @description Required, but where `speakers` is given: there it speaks what stands before the first name. */
            voice?: components["schemas"]["VoiceSpecifier"];
        };
        ClientToolParameters: {
            properties: {
                [key: string]: {
                    description?: string;
                    enum?: (string | number | boolean)[];
                    /** @description What an array holds; needed there and nowhere else. */
                    items?: {
                        /** @enum {string} */
                        type: "string" | "integer" | "number" | "boolean";
                    };
                    /** @enum {string} */
                    type: "string" | "integer" | "number" | "boolean" | "array";
                };
            };
            /** @default [] */
            required: string[];
            /** @constant */
            type: "object";
        };
        ClientToolParametersInput: {
            properties: {
                [key: string]: {
                    description?: string;
                    enum?: (string | number | boolean)[];
                    /** @description What an array holds; needed there and nowhere else. */
                    items?: {
                        /** @enum {string} */
                        type: "string" | "integer" | "number" | "boolean";
                    };
                    /** @enum {string} */
                    type: "string" | "integer" | "number" | "boolean" | "array";
                };
            };
            /** @default [] */
            required?: string[];
            /** @constant */
            type: "object";
        };
        /** @description A new webhook with its secret, which is shown this once. */
        CreatedWebhook: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description When the receiver answered 410, after which it gets nothing more. */
            disabled_at: string | null;
            display_name: string | null;
            /** @description The events it gets, as they were named. */
            events: string[];
            /** @description When the first of the failures was that no success has followed. */
            failing_since: string | null;
            /** @description Attempts that have failed since the last that did not. */
            failures: number;
            id: string;
            /** @description What makes its signatures weak. Absent: nothing. */
            notes?: string[];
            /** @description When it was paused, since every delivery had failed for too long. What waits is sent when it is resumed. */
            paused_at: string | null;
            secret: string;
            send_secret_header: boolean;
            /** @description ISO 8601 date and time. */
            updated_at: string;
            url: string;
        };
        CreditsBucket: {
            /** @description Characters spoken, seconds heard and minutes of calls; 0 where there was nothing. */
            credits: number;
            /** Format: date-time */
            end_ts: string;
            /** Format: date-time */
            start_ts: string;
        };
        /** @description What one model, voice, key or capability has used. */
        CreditsSeries: {
            buckets: components["schemas"]["CreditsBucket"][];
            id: string;
            /** @description A name for people. */
            label?: string;
        };
        /** @description A named collection of clips to fine-tune from. */
        Dataset: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string;
            id: string;
            name: string;
        };
        DatasetFile: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            filename: string;
            id: string;
            /** @description Bytes. */
            size: number;
        };
        /** @description Why a request failed. Versions before 2026-03-01 get the plain text "title: message" instead. */
        Error: {
            doc_url: string;
            /** @enum {string} */
            error_code: "invalid_request" | "invalid_json" | "missing_version" | "unknown_version" | "model_not_found" | "recognizer_not_found" | "unsupported_language" | "unsupported_format" | "context_closed" | "invite_accepted" | "invite_closed" | "user_is_admin" | "last_admin" | "reset_closed" | "unauthorized" | "quota_exceeded" | "forbidden" | "not_found" | "user_not_found" | "invite_not_found" | "api_key_not_found" | "voice_not_found" | "method_not_allowed" | "idempotency_in_progress" | "webhook_disabled" | "book_busy" | "in_use" | "history_full" | "model_installed" | "models_busy" | "body_too_large" | "file_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_mismatch" | "concurrency_limited" | "rate_limited" | "internal_error" | "engine_failed" | "recognizer_failed" | "not_implemented" | "recognizer_unavailable" | "unavailable";
            message: string;
            /** Format: uuid */
            request_id: string;
            title: string;
        };
        /** @description A file that was uploaded, or speech that was kept. */
        File: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            filename: string;
            id: string;
            /** @description The organization it belongs to. */
            owner_id: string;
            /** @enum {string} */
            purpose: "agent_background_sound" | "fine_tune" | "tts_generation" | "voice-clone";
            /** @description Bytes. */
            size: number;
            /** @constant */
            status: "ready";
        };
        /** @description A voice in the making, from the clips of a dataset. */
        FineTune: {
            accent: string | null;
            /** @description ISO 8601 date and time. */
            created_at: string;
            dataset: string;
            description: string;
            id: string;
            /** @enum {string} */
            language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            /** @deprecated */
            model_id: string;
            name: string;
            /** @description 0–1. */
            progress: number;
            /** @enum {string} */
            status: "created" | "training" | "completed" | "failed";
            /** @description Models that can speak its voice. */
            supported_model_ids: string[];
            /** @description What was wrong with the dataset or with single clips of it; also of one that completed. */
            user_errors: {
                code: string;
                message: string;
            }[];
        };
        /** @description How the text is spoken. */
        GenerationConfig: {
            /** @description An emotion name; default: none. */
            emotion?: (string | string[]) | null;
            /** @description 0.6–1.5, default 1. Versions before 2026 also take slowest, slow, normal, fast, fastest, and clamp. */
            speed?: number | string | null;
            /** @description 0.5–2.0, default 1. */
            volume?: number | null;
        };
        /** @description An invitation into the organization, open for 30 days. */
        Invite: {
            /** Format: date-time */
            created_at: string;
            email: string;
            expires_at: string | null;
            /** @description `orginv_…` */
            id: string;
            /** @enum {string} */
            role: "admin" | "member";
            /** @enum {string} */
            status: "pending" | "accepted" | "revoked" | "expired";
        };
        /** @description A locale and the accents under it. */
        Locale: {
            accents: {
                id: string;
                /** @description True for exactly one accent of a locale. */
                is_default: boolean;
                label: string;
            }[];
            display_name: string;
            /** @enum {string} */
            language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            /** @description BCP 47 code. */
            locale: string;
        };
        /** @description One of the last requests: no text, no query and no address is kept of it. */
        LoggedRequest: {
            /** @description Whether the client left or cancelled before the end. */
            aborted: boolean;
            api_key_description: string | null;
            /** @description The key, or the one that made the access token; in the console the key, account or session that it began with. */
            api_key_id: string;
            /** @description Who made it in the console; null where a program did. */
            console: {
                /** @description Name, else email; null where a key or a link signed in. */
                member: string | null;
            } | null;
            /** @description The name of the context; null where the entry is of none. */
            context_id: string | null;
            /**
             * Format: date-time
             * @description When it came, or when its context began.
             */
            created_at: string;
            /** @description Until the response had been sent, the socket had closed or the context had ended. */
            duration_ms: number;
            error_code: string | null;
            /** @description For an HTTP request, and for a socket as a whole, its request id. */
            id: string;
            method: string;
            /** @description The id on the response; for a context that of its socket. */
            request_id: string;
            /** @description The pattern of the route, such as `/voices/{id}`. */
            route: string;
            /** @description Of the response, 499 where the client left before there was one; 101 for a socket that was opened; for a context 200 or the status of its error. */
            status: number;
            /**
             * @description How it was answered. A socket is one entry, written when it has closed, and each of its contexts another.
             * @enum {string}
             */
            transport: "http" | "sse" | "websocket";
        };
        /** @description A question that is asked about each call of the agents it is attached to. */
        Metric: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            display_name: string | null;
            id: string;
            name: string;
            prompt: string;
        };
        /** @description What a metric found in a call. A call has one result of each metric. */
        MetricResult: {
            agentId: string;
            callId: string;
            /** @description ISO 8601 date and time. */
            createdAt: string;
            /** @description The version of the agent that spoke. */
            deploymentId: string;
            id: string;
            /** @description The answer where it is JSON; else null. */
            jsonResult: unknown;
            metricDisplayName: string | null;
            metricId: string;
            metricName: string;
            /** @description The answer as text; null where there is none, as for agents that speak by rules. */
            result: string | null;
            runId: string | null;
            /** @enum {string} */
            status: "completed" | "failed";
            /** @description Why the result is what it is, or why there is none. */
            summary: string | null;
            /** @description The turns of the call, where they were asked for. */
            transcript?: {
                /** @description Seconds since the call began. */
                end_timestamp: number;
                /** @description All that was measured, by name. */
                figures: {
                    [key: string]: number;
                };
                /** @enum {string} */
                role: "user" | "assistant" | "system";
                /** @description Seconds since the call began. */
                start_timestamp: number;
                /** @description Seconds from the end of speech to its text; null where not measured. */
                stt_ttfb: number | null;
                /** @description What was said, of the agent only what was heard; empty where nothing was. */
                text: string;
                tool_calls: {
                    arguments: unknown;
                    dynamic_variable_updates?: {
                        [key: string]: string | number | boolean;
                    };
                    id?: string;
                    name: string;
                    result?: string;
                }[];
                /** @description Seconds from the first text to the first audio; null where not measured. */
                tts_ttfb: number | null;
                /** @description Whether the agent was cut short. */
                was_interrupted: boolean;
            }[];
            /** @description The number in the answer where it has one; 1 and 0 for yes and no. */
            value: number | null;
        };
        /** @description A model that is installed in this server’s data folder, or can be. */
        Model: {
            /** @description Null for one that is not of the table. */
            download_bytes: number | null;
            /** @description How it is built, such as `piper`. */
            family: string | null;
            /** @description On the disk of this server; null for one that is not installed. */
            installed_bytes: number | null;
            /** @description Whether checksums are recorded for all files of a download. */
            is_verified: boolean | null;
            /** @description Null for a damaged one that does not say it. */
            kind: ("voice" | "recognizer" | "vad") | null;
            /** @description ISO 639-1; empty where they make no difference, or its files name them. */
            languages: string[];
            licence: components["schemas"]["ModelLicence"];
            /** @description About, while it is loaded; null where it is known only once installed. */
            memory_bytes: number | null;
            /** @description Of requests that are to be spoken by it; of installed voices only. */
            model_id: string | null;
            name: string;
            /** @description What is wrong with a damaged one. */
            problem: string | null;
            /** @description `speaking` with its own speakers, `cloning` with cloned voices only, `hearing`, `detecting` speech. */
            purpose: ("speaking" | "cloning" | "hearing" | "detecting") | null;
            /** @description Languages for which it is the first choice on this machine for its purpose; `*` is any other language. */
            recommended_for: string[];
            /** @description Built-in ones; null for one that does not speak. */
            speakers: number | null;
            /** @enum {string} */
            state: "available" | "installed" | "damaged";
            /** @description It hears while it is spoken to; null for one that does not hear. */
            streaming: boolean | null;
        };
        /** @description Files to carry to a server that cannot download them. */
        ModelFilesByHand: {
            files: {
                /** @description About, where no checksum is recorded. */
                bytes: number;
                name: string;
                /** @description Where the publisher has it. */
                url: string;
            }[];
            /** @description Folder of the server to put the files into, under their names. */
            folder: string;
            /** @description What is to be done, in a sentence. */
            text: string;
        };
        /** @description The installation of one model. */
        ModelJob: {
            /** @description What to do where the files cannot be downloaded. */
            by_hand: components["schemas"]["ModelFilesByHand"] | null;
            /** @description Of the step; while it downloads, with what earlier jobs had downloaded. */
            bytes: number;
            created_at: string;
            ended_at: string | null;
            /** @description Why it did not succeed. */
            error: string | null;
            /** @description The mirror that was asked for. */
            from: string | null;
            id: string;
            /** @description That was accepted; null before it is known. */
            licence: string | null;
            model: string;
            /** @description Of the step; null where it cannot be counted. */
            percent: number | null;
            started_at: string | null;
            /**
             * @description `interrupted`: the server stopped meanwhile. What did not succeed is gone on with by `POST /models`.
             * @enum {string}
             */
            state: "waiting" | "running" | "succeeded" | "failed" | "cancelled" | "interrupted";
            /** @description What is being done, or was when it ended without success. */
            step: ("starting" | "downloading" | "verifying" | "unpacking" | "preparing" | "loading") | null;
            /** @description Of the step; 0 where it cannot be counted. */
            total: number;
        };
        ModelLicence: {
            /** @description Whether it may be used to earn money; null where that is not known. */
            commercial: boolean | null;
            /** @description SPDX identifier, or in words; null where the table knows none. */
            name: string | null;
            /** @description Address of the page that states it for this model. */
            page: string | null;
            /** @description Address of its text. */
            url: string | null;
            /** @description What it means for those who use the model; its text is what holds. */
            words: string | null;
        };
        /** @description The machine that answers; other nodes have their own. */
        ModelMachine: {
            /** @description Whether the optional package `sherpa-onnx-node`, which runs models, is there. */
            can_run: boolean;
            cores: number;
            /** @description On the disk of the data folder. */
            free_disk_bytes: number;
            /** @description What loaded models may take together (`SONORANT_MODELS_MEMORY`). */
            memory_bytes: number;
        };
        NewAgentTool: {
            api_schema: {
                authentication?: ({
                    /** @constant */
                    mode: "basic_auth";
                    password: {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    };
                    username: string;
                } | {
                    /** @constant */
                    mode: "bearer";
                    token: {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    };
                }) | null;
                /** @enum {string} */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description The parameters in the path, each by its name. */
                path_params_schema?: {
                    [key: string]: components["schemas"]["ToolParameterInput"];
                } | null;
                query_params_schema?: {
                    properties: {
                        [key: string]: components["schemas"]["ToolParameterInput"];
                    };
                    /** @default [] */
                    required?: string[];
                } | null;
                /** @description With POST, PUT and PATCH only. */
                request_body_schema?: components["schemas"]["ToolRequestBodyInput"] | null;
                request_headers?: {
                    [key: string]: string | {
                        secret_description?: string | null;
                        /** @description The secret itself. It is stored encrypted and never given out again; left out in a change, the stored one stays. */
                        secret_value?: string;
                        /** @constant */
                        type: "secret";
                    } | {
                        name: string;
                        /** @constant */
                        type: "dynamic_variable";
                    };
                } | null;
                /** @description Address with `https`; `{name}` in its path is a parameter. */
                url: string;
            };
            /**
             * @description Variables that are set from the answer.
             * @default []
             */
            assignments?: {
                dynamic_variable: string;
                /** @description Where the value stands in the answer, as in `data.items.0.id`. */
                value_path: string;
            }[];
            /** @description Tells the language model what the tool does and when to use it. */
            description: string;
            /**
             * @description Whether the agent waits for the result or goes on talking.
             * @default immediate
             * @enum {string}
             */
            execution_mode?: "immediate" | "async";
            name: string;
            /**
             * @description Whether the agent says something before it uses the tool: when it seems right, or always.
             * @default auto
             * @enum {string}
             */
            pre_tool_speech?: "auto" | "force";
            /** @default 20 */
            response_timeout_secs?: number;
            /** @constant */
            type: "webhook";
        } | {
            /** @description Tells the language model what the tool does and when to use it. */
            description: string;
            /**
             * @description Whether the agent waits for the result or goes on talking.
             * @default immediate
             * @enum {string}
             */
            execution_mode?: "immediate" | "async";
            /**
             * @description Whether the client answers with a result.
             * @default false
             */
            expects_response?: boolean;
            name: string;
            /**
             * @default {
             *       "type": "object",
             *       "properties": {},
             *       "required": []
             *     }
             */
            parameters?: components["schemas"]["ClientToolParametersInput"];
            /**
             * @description Whether the agent says something before it uses the tool: when it seems right, or always.
             * @default auto
             * @enum {string}
             */
            pre_tool_speech?: "auto" | "force";
            /** @default 20 */
            response_timeout_secs?: number;
            /** @constant */
            type: "client";
        };
        /** @description A key that was made just now. */
        NewApiKey: {
            /** @description Null: it may speak as much as it likes. */
            budget: {
                /**
                 * @description At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.
                 * @enum {string}
                 */
                action: "refuse" | "alert";
                /** @description Characters that may be spoken with the key and its tokens in a UTC month. */
                characters: number;
                /** @description Of this month; other servers add theirs within seconds. */
                used_characters: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            creator_email: string | null;
            creator_image_url: string | null;
            /** @description Null where the creator is not known, as for keys of the command line. */
            creator_still_in_org: boolean | null;
            description: string;
            /** @description When it ends by itself; null: never. */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description The key itself. Told this once: it is stored nowhere. */
            key: string;
            /**
             * @description An API key opens everything but the organization, an admin key only that.
             * @enum {string}
             */
            kind: "api" | "admin";
            /** @description Of its requests and its tokens’, the last one that the request log still has; null where it has none. */
            last_used_at: string | null;
            /** @description Null where none was given. */
            name: string | null;
            /** @description Origins of the web pages that it is for, and that alone may use it; null for a key of programs. */
            origins: string[] | null;
            /** @description The families of routes that it opens; null for all of its kind. `tts`: everything that speaks; `voices`: voices, accents and dictionaries; `agents`: agents and their tools; `files`: files, datasets and fine-tunes. */
            scopes: ("tts" | "stt" | "voices" | "agents" | "files")[] | null;
        };
        /** @description An invitation that was made just now. This server sends no email: pass the address on. */
        NewInvite: {
            /** @description Where the invited person accepts. Told this once: it is the only way in. */
            accept_url: string;
            /** Format: date-time */
            created_at: string;
            email: string;
            expires_at: string | null;
            /** @description `orginv_…` */
            id: string;
            /** @enum {string} */
            role: "admin" | "member";
            /** @enum {string} */
            status: "pending" | "accepted" | "revoked" | "expired";
        };
        OpenAiAudioModelList: {
            models: components["schemas"]["OpenAiModel"][];
        };
        /** @description Why a request in OpenAI’s shape failed. */
        OpenAiError: {
            error: {
                code: string | null;
                message: string;
                /** @description The field that is wrong. */
                param: string | null;
                /** @enum {string} */
                type: "invalid_request_error" | "rate_limit_error" | "server_error";
            };
        };
        OpenAiModel: {
            created: number;
            id: string;
            /** @constant */
            object: "model";
            owned_by: string;
        };
        OpenAiModelList: {
            data: components["schemas"]["OpenAiModel"][];
            /** @constant */
            object: "list";
        };
        OpenAiSpeechRequest: {
            /** @description The text to speak; the one field that is needed. */
            input: string;
            /** @description Taken, and without effect: no engine here follows instructions. */
            instructions?: string | null;
            /** @description A model of `GET /v1/models`, or one of OpenAI’s: tts-1, tts-1-hd, gpt-4o-mini-tts. Default: tts-1. `kokoro` and `piper` stand for it too. */
            model?: string | null;
            /** @description Default: mp3. `pcm` is 24,000 Hz, 16 bits, little-endian, without a header. */
            response_format?: ("mp3" | "opus" | "flac" | "wav" | "pcm") | null;
            /** @description Default: 1. An engine that does not reach it speaks at its nearest. */
            speed?: number | null;
            /** @description `audio` (default): the audio as the body. `sse`: `speech.audio.delta` events, then `speech.audio.done`. */
            stream_format?: ("audio" | "sse") | null;
            /** @description A voice by its id or name, as text or as `id` of an object; OpenAI’s names stand for built-in voices. Default: alloy. */
            voice?: (string | {
                id: string;
            }) | null;
        };
        OpenAiVoiceList: {
            voices: {
                description: string;
                gender: string | null;
                id: string;
                /** @description ISO 639-1. */
                language: string;
                name: string;
                /** @constant */
                object: "voice";
            }[];
        };
        /** @description How the audio is packed. MP3 pairs bit rate and sample rate by the MPEG standard; a pair it does not have is a 400 that lists those it has. Opus is packed in Ogg; FLAC has 16 bits. */
        OutputFormat: {
            /** @description Bits per second, of `mp3` (when omitted 128000, or 64000 at 8000 Hz) and `opus` (32000). */
            bit_rate?: (32000 | 64000 | 96000 | 128000 | 192000) | null;
            /** @description Default `raw` when an encoding is given. */
            container?: ("raw" | "wav" | "mp3" | "opus" | "flac") | null;
            /** @description Of `raw`, where it is required, and `wav`, which takes `pcm_s16le` when omitted. `mp3` ignores it. A packed container may be named once more. */
            encoding?: ("pcm_f32le" | "pcm_s16le" | "pcm_mulaw" | "pcm_alaw") | null;
            /** @description Hz. Required for `raw`; when omitted, `wav` and `mp3` take 44100, `opus` 48000 and `flac` 24000. `opus` has 8000, 12000, 16000, 24000 and 48000; the others have all but 12000. */
            sample_rate?: (8000 | 12000 | 16000 | 22050 | 24000 | 44100 | 48000) | null;
        };
        /** @description A link that sets a new password, once. */
        PasswordReset: {
            /** Format: date-time */
            expires_at: string;
            /** @description Where the person sets the password. Told this once. */
            url: string;
        };
        /** @description How words are said, for any number of requests: name its id as `pronunciation_dict_id`. */
        PronunciationDict: {
            /** @enum {string} */
            access: "private" | "public";
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string;
            id: string;
            /** @description Whether it belongs to your organization. */
            is_owner: boolean;
            items: {
                /**
                 * @deprecated
                 * @description The same as `pronunciation`.
                 */
                alias: string;
                case_sensitive: boolean;
                pronunciation: string;
                text: string;
            }[];
            name: string;
            /** @description The organization it belongs to. */
            owner_id: string;
            pinned: boolean;
            /**
             * @description Whose list shows it.
             * @enum {string}
             */
            visibility: "owner" | "all";
        };
        /** @description A key that took the place of another one. */
        RotatedApiKey: {
            /** @description Null: it may speak as much as it likes. */
            budget: {
                /**
                 * @description At 80 % and at 100 % webhooks get `api_key.budget_reached`. `refuse`: then speech is refused with 402 `quota_exceeded`, within a second or so; `alert`: it goes on.
                 * @enum {string}
                 */
                action: "refuse" | "alert";
                /** @description Characters that may be spoken with the key and its tokens in a UTC month. */
                characters: number;
                /** @description Of this month; other servers add theirs within seconds. */
                used_characters: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            creator_email: string | null;
            creator_image_url: string | null;
            /** @description Null where the creator is not known, as for keys of the command line. */
            creator_still_in_org: boolean | null;
            description: string;
            /** @description When it ends by itself; null: never. */
            expires_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description The key itself. Told this once: it is stored nowhere. */
            key: string;
            /**
             * @description An API key opens everything but the organization, an admin key only that.
             * @enum {string}
             */
            kind: "api" | "admin";
            /** @description Of its requests and its tokens’, the last one that the request log still has; null where it has none. */
            last_used_at: string | null;
            /** @description Null where none was given. */
            name: string | null;
            /** @description Origins of the web pages that it is for, and that alone may use it; null for a key of programs. */
            origins: string[] | null;
            /** @description The key whose place it takes. */
            replaced: {
                /**
                 * Format: date-time
                 * @description From this moment on it is refused.
                 */
                ends_at: string;
                /** Format: uuid */
                id: string;
            };
            /** @description The families of routes that it opens; null for all of its kind. `tts`: everything that speaks; `voices`: voices, accents and dictionaries; `agents`: agents and their tools; `files`: files, datasets and fine-tunes. */
            scopes: ("tts" | "stt" | "voices" | "agents" | "files")[] | null;
        };
        /** @description Stops a context at once; it ends with `done`. An unknown or ended context is ignored. */
        SocketCancel: {
            /** @constant */
            cancel: true;
            context_id: string;
        };
        /** @description Audio. */
        SocketChunk: {
            /** @description The context it belongs to. On SSE only when the request carried one. */
            context_id?: string;
            /**
             * Format: base64
             * @description The next piece of the audio, base64. Whole samples on the WebSocket; on SSE the pieces are one container stream.
             */
            data: string;
            /** @constant */
            done: false;
            /** @description 1 until the first flush, 2 until the second, and so on. WebSocket only. */
            flush_id?: number;
            /** @constant */
            status_code: 206;
            /** @description Milliseconds since the chunk before, as the server made them. */
            step_time: number;
            /** @constant */
            type: "chunk";
        };
        /** @description The context has ended: nothing follows under its id until it is used again. */
        SocketDone: {
            /** @description The context it belongs to. On SSE only when the request carried one. */
            context_id?: string;
            /** @constant */
            done: true;
            /** @constant */
            status_code: 206;
            /** @constant */
            type: "done";
        };
        /** @description A message that could not be taken, or a context that failed. The socket stays open and other contexts go on. */
        SocketError: {
            /** @description Absent when the message carried none that could be read. */
            context_id?: string;
            /** @description Where the code is explained. */
            doc_url: string;
            /** @description Whether the context has ended. False only for `context_closed`: the running speech goes on. */
            done: boolean;
            /** @description "Title: message", for clients of versions before 2026-03-01. */
            error: string;
            /** @enum {string} */
            error_code: "invalid_request" | "invalid_json" | "missing_version" | "unknown_version" | "model_not_found" | "recognizer_not_found" | "unsupported_language" | "unsupported_format" | "context_closed" | "invite_accepted" | "invite_closed" | "user_is_admin" | "last_admin" | "reset_closed" | "unauthorized" | "quota_exceeded" | "forbidden" | "not_found" | "user_not_found" | "invite_not_found" | "api_key_not_found" | "voice_not_found" | "method_not_allowed" | "idempotency_in_progress" | "webhook_disabled" | "book_busy" | "in_use" | "history_full" | "model_installed" | "models_busy" | "body_too_large" | "file_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_mismatch" | "concurrency_limited" | "rate_limited" | "internal_error" | "engine_failed" | "recognizer_failed" | "not_implemented" | "recognizer_unavailable" | "unavailable";
            /** @description What was wrong, with the field and what it allows. */
            message: string;
            /**
             * Format: uuid
             * @description The connection; finds it in the log.
             */
            request_id: string;
            /** @description The HTTP status of the error. */
            status_code: number;
            title: string;
            /** @constant */
            type: "error";
        };
        /** @description All text sent before a flush has been spoken. WebSocket only. */
        SocketFlushDone: {
            /** @description The context it belongs to. On SSE only when the request carried one. */
            context_id?: string;
            /** @constant */
            done: false;
            /** @constant */
            flush_done: true;
            /** @description The flush that is complete. */
            flush_id: number;
            /** @constant */
            status_code: 206;
            /** @constant */
            type: "flush_done";
        };
        SocketGeneration: {
            /** @description An accent of the voice. */
            accent?: string | null;
            /** @description Send phoneme timings. */
            add_phoneme_timestamps?: boolean | null;
            /** @description Send word timings. */
            add_timestamps?: boolean | null;
            /** @description One utterance; made up and echoed when omitted. */
            context_id?: string | null;
            /** @description More text follows. Default false. */
            continue?: boolean | null;
            /**
             * @deprecated
             * @description Seconds of audio, after which the text is cut off with the word that is being spoken; of no effect from version 2026-03-01 on.
             */
            duration?: number | null;
            /** @description Speak what is buffered now; acknowledged by `flush_done`. */
            flush?: boolean | null;
            generation_config?: components["schemas"]["GenerationConfig"] | null;
            /** @description A language or locale code; default: the voice’s own. Not together with `locale`. */
            language?: string | null;
            /** @description A locale or language code. Not together with `language`. */
            locale?: string | null;
            /** @description How long undecided text may wait for more. Default 3000, before 2026-03-01: 0. */
            max_buffer_delay_ms?: number | null;
            model_id?: string | null;
            /** @description `auto` (default), `off`, or a language or locale code: how numbers, dates and signs become words. */
            normalization?: string | null;
            output_format?: components["schemas"]["OutputFormat"] | null;
            /** @description A pronunciation dictionary, your own or a public one: how it says words takes the place of their spelling. */
            pronunciation_dict_id?: string | null;
            /** @deprecated */
            speed?: ("slow" | "normal" | "fast") | null;
            /** @description The next piece of the utterance, joined verbatim to those before; empty or left out to finish or to flush. */
            transcript?: string | null;
            /** @description True: the words as spoken; false (default): the words of the transcript. */
            use_normalized_timestamps?: boolean | null;
            voice?: components["schemas"]["VoiceSpecifier"] | null;
        };
        /** @description When each phoneme is spoken. Sent with `add_phoneme_timestamps`. */
        SocketPhonemeTimestamps: {
            /** @description The context it belongs to. On SSE only when the request carried one. */
            context_id?: string;
            /** @constant */
            done: false;
            /** @description 1 until the first flush, 2 until the second, and so on. WebSocket only. */
            flush_id?: number;
            /** @description Three arrays of one length. */
            phoneme_timestamps: {
                /** @description Seconds; never less than the start. */
                end: number[];
                /** @description IPA. */
                phonemes: string[];
                /** @description Seconds from the first sample of the utterance. */
                start: number[];
            };
            /** @constant */
            status_code: 206;
            /** @constant */
            type: "phoneme_timestamps";
        };
        /** @description When each word is spoken. Sent with `add_timestamps`. */
        SocketTimestamps: {
            /** @description The context it belongs to. On SSE only when the request carried one. */
            context_id?: string;
            /** @constant */
            done: false;
            /** @description 1 until the first flush, 2 until the second, and so on. WebSocket only. */
            flush_id?: number;
            /** @constant */
            status_code: 206;
            /** @constant */
            type: "timestamps";
            /** @description Arrays of one length. */
            word_timestamps: {
                /** @description Seconds; never less than the start. */
                end: number[];
                /** @description Who says each word, as the transcript names it; null before the first name. On SSE, where the request has `speakers`. */
                speakers?: (string | null)[];
                /** @description Seconds from the first sample of the utterance. */
                start: number[];
                /** @description Words of the transcript with their punctuation, or as spoken with `use_normalized_timestamps`. */
                words: string[];
            };
        };
        /** @description What was measured of the speaker of a cloned or fine-tuned voice. */
        SpeakerProfile: {
            /** @description Medians of the formants F1 to F4 in Hz, without F4 where the clip holds nothing above 4 kHz; null where it was not measured: in voices made by older servers, and in clips with too few vowels. */
            formants_hz: number[] | null;
            /** @description Ratio of harmonics to noise in voiced sound; the lower, the breathier or hoarser the voice. */
            harmonics_to_noise_db: number | null;
            /** @description What of the clip makes the voice less like its speaker; empty when nothing does. */
            notes: ("several_speakers" | "noisy")[];
            /** @description Median fundamental frequency in Hz. */
            pitch_hz: number;
            /** @description From its 10th to its 90th percentile, as a share of the median. */
            pitch_spread: number;
            /** @description Long-term average spectrum: the power of 24 bands of equal width in mel between 60 Hz and 8 kHz, in dB of that of all together; null in bands that the clip does not hold. */
            spectrum_db: (number | null)[] | null;
            /** @description Rate of speaking, pauses not counted. */
            syllables_per_second: number | null;
            /** @description Slope of that spectrum between 250 Hz and 5 kHz. */
            tilt_db_per_octave: number | null;
            /** @description Length of the vocal tract in cm, estimated from the upper formants. */
            vocal_tract_cm: number | null;
        };
        SseRequest: {
            /** @description An accent of the voice. */
            accent?: string | null;
            /** @description Send phoneme timings. */
            add_phoneme_timestamps?: boolean | null;
            /** @description Send word timings. */
            add_timestamps?: boolean | null;
            /** @description Echoed on every event. */
            context_id?: string | null;
            /**
             * @deprecated
             * @description Seconds of audio, after which the text is cut off with the word that is being spoken; of no effect from version 2026-03-01 on.
             */
            duration?: number | null;
            generation_config?: components["schemas"]["GenerationConfig"] | null;
            /** @description A language or locale code; default: the voice’s own. Not together with `locale`. */
            language?: string | null;
            /** @description A locale or language code. Not together with `language`. */
            locale?: string | null;
            /** @description A model family; the voice picks the engine. */
            model_id: string;
            /** @description `auto` (default), `off`, or a language or locale code: how numbers, dates and signs become words. */
            normalization?: string | null;
            output_format: components["schemas"]["OutputFormat"];
            /** @description A pronunciation dictionary, your own or a public one: how it says words takes the place of their spelling. */
            pronunciation_dict_id?: string | null;
            /** @description Several speakers in one text: a voice for each name. `[Name]` in the transcript then says who speaks from there on, and is not spoken; without this field brackets are text. At most 16 names. */
            speakers?: {
                [key: string]: components["schemas"]["VoiceSpecifier"];
            } | null;
            /** @deprecated */
            speed?: ("slow" | "normal" | "fast") | null;
            transcript: string;
            /** @description True: the words as spoken; false (default): the words of the transcript. */
            use_normalized_timestamps?: boolean | null;
            /** @description Required, but where `speakers` is given: there it speaks what stands before the first name. */
            voice?: components["schemas"]["VoiceSpecifier"];
        };
        /** @description A single value. */
        ToolParameter: {
            /** @description Always this value. Not together with `dynamic_variable`. */
            constant_value?: string | number | boolean;
            description?: string;
            /** @description Always the value of this variable. */
            dynamic_variable?: string;
            enum?: (string | number | boolean)[];
            /** @enum {string} */
            type: "string" | "integer" | "number" | "boolean";
        };
        /** @description A single value. */
        ToolParameterInput: {
            /** @description Always this value. Not together with `dynamic_variable`. */
            constant_value?: string | number | boolean;
            description?: string;
            /** @description Always the value of this variable. */
            dynamic_variable?: string;
            enum?: (string | number | boolean)[];
            /** @enum {string} */
            type: "string" | "integer" | "number" | "boolean";
        };
        /** @description A JSON object. */
        ToolRequestBody: {
            description?: string;
            properties: {
                [key: string]: components["schemas"]["ToolParameter"] | {
                    description?: string;
                    items: components["schemas"]["ToolParameter"] | {
                        description?: string;
                        items: components["schemas"]["ToolParameter"] | {
                            description?: string;
                            items: components["schemas"]["ToolParameter"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameter"];
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameter"];
                                };
                                /** @default [] */
                                required: string[];
                                /** @constant */
                                type: "object";
                            };
                            /** @constant */
                            type: "array";
                        } | {
                            description?: string;
                            properties: {
                                [key: string]: components["schemas"]["ToolParameter"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameter"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameter"];
                                    };
                                    /** @default [] */
                                    required: string[];
                                    /** @constant */
                                    type: "object";
                                };
                            };
                            /** @default [] */
                            required: string[];
                            /** @constant */
                            type: "object";
                        };
                        /** @constant */
                        type: "array";
                    } | {
                        description?: string;
                        properties: {
                            [key: string]: components["schemas"]["ToolParameter"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameter"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameter"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameter"];
                                    };
                                    /** @default [] */
                                    required: string[];
                                    /** @constant */
                                    type: "object";
                                };
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameter"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameter"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameter"];
                                        };
                                        /** @default [] */
                                        required: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                };
                                /** @default [] */
                                required: string[];
                                /** @constant */
                                type: "object";
                            };
                        };
                        /** @default [] */
                        required: string[];
                        /** @constant */
                        type: "object";
                    };
                    /** @constant */
                    type: "array";
                } | {
                    description?: string;
                    properties: {
                        [key: string]: components["schemas"]["ToolParameter"] | {
                            description?: string;
                            items: components["schemas"]["ToolParameter"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameter"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameter"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameter"];
                                    };
                                    /** @default [] */
                                    required: string[];
                                    /** @constant */
                                    type: "object";
                                };
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameter"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameter"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameter"];
                                        };
                                        /** @default [] */
                                        required: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                };
                                /** @default [] */
                                required: string[];
                                /** @constant */
                                type: "object";
                            };
                            /** @constant */
                            type: "array";
                        } | {
                            description?: string;
                            properties: {
                                [key: string]: components["schemas"]["ToolParameter"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameter"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameter"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameter"];
                                        };
                                        /** @default [] */
                                        required: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameter"] | {
                                            description?: string;
                                            items: components["schemas"]["ToolParameter"];
                                            /** @constant */
                                            type: "array";
                                        } | {
                                            description?: string;
                                            properties: {
                                                [key: string]: components["schemas"]["ToolParameter"];
                                            };
                                            /** @default [] */
                                            required: string[];
                                            /** @constant */
                                            type: "object";
                                        };
                                    };
                                    /** @default [] */
                                    required: string[];
                                    /** @constant */
                                    type: "object";
                                };
                            };
                            /** @default [] */
                            required: string[];
                            /** @constant */
                            type: "object";
                        };
                    };
                    /** @default [] */
                    required: string[];
                    /** @constant */
                    type: "object";
                };
            };
            /** @default [] */
            required: string[];
            /** @constant */
            type: "object";
        };
        /** @description A JSON object. */
        ToolRequestBodyInput: {
            description?: string;
            properties: {
                [key: string]: components["schemas"]["ToolParameterInput"] | {
                    description?: string;
                    items: components["schemas"]["ToolParameterInput"] | {
                        description?: string;
                        items: components["schemas"]["ToolParameterInput"] | {
                            description?: string;
                            items: components["schemas"]["ToolParameterInput"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameterInput"];
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameterInput"];
                                };
                                /** @default [] */
                                required?: string[];
                                /** @constant */
                                type: "object";
                            };
                            /** @constant */
                            type: "array";
                        } | {
                            description?: string;
                            properties: {
                                [key: string]: components["schemas"]["ToolParameterInput"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameterInput"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameterInput"];
                                    };
                                    /** @default [] */
                                    required?: string[];
                                    /** @constant */
                                    type: "object";
                                };
                            };
                            /** @default [] */
                            required?: string[];
                            /** @constant */
                            type: "object";
                        };
                        /** @constant */
                        type: "array";
                    } | {
                        description?: string;
                        properties: {
                            [key: string]: components["schemas"]["ToolParameterInput"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameterInput"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameterInput"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameterInput"];
                                    };
                                    /** @default [] */
                                    required?: string[];
                                    /** @constant */
                                    type: "object";
                                };
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameterInput"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameterInput"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameterInput"];
                                        };
                                        /** @default [] */
                                        required?: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                };
                                /** @default [] */
                                required?: string[];
                                /** @constant */
                                type: "object";
                            };
                        };
                        /** @default [] */
                        required?: string[];
                        /** @constant */
                        type: "object";
                    };
                    /** @constant */
                    type: "array";
                } | {
                    description?: string;
                    properties: {
                        [key: string]: components["schemas"]["ToolParameterInput"] | {
                            description?: string;
                            items: components["schemas"]["ToolParameterInput"] | {
                                description?: string;
                                items: components["schemas"]["ToolParameterInput"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameterInput"];
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameterInput"];
                                    };
                                    /** @default [] */
                                    required?: string[];
                                    /** @constant */
                                    type: "object";
                                };
                                /** @constant */
                                type: "array";
                            } | {
                                description?: string;
                                properties: {
                                    [key: string]: components["schemas"]["ToolParameterInput"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameterInput"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameterInput"];
                                        };
                                        /** @default [] */
                                        required?: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                };
                                /** @default [] */
                                required?: string[];
                                /** @constant */
                                type: "object";
                            };
                            /** @constant */
                            type: "array";
                        } | {
                            description?: string;
                            properties: {
                                [key: string]: components["schemas"]["ToolParameterInput"] | {
                                    description?: string;
                                    items: components["schemas"]["ToolParameterInput"] | {
                                        description?: string;
                                        items: components["schemas"]["ToolParameterInput"];
                                        /** @constant */
                                        type: "array";
                                    } | {
                                        description?: string;
                                        properties: {
                                            [key: string]: components["schemas"]["ToolParameterInput"];
                                        };
                                        /** @default [] */
                                        required?: string[];
                                        /** @constant */
                                        type: "object";
                                    };
                                    /** @constant */
                                    type: "array";
                                } | {
                                    description?: string;
                                    properties: {
                                        [key: string]: components["schemas"]["ToolParameterInput"] | {
                                            description?: string;
                                            items: components["schemas"]["ToolParameterInput"];
                                            /** @constant */
                                            type: "array";
                                        } | {
                                            description?: string;
                                            properties: {
                                                [key: string]: components["schemas"]["ToolParameterInput"];
                                            };
                                            /** @default [] */
                                            required?: string[];
                                            /** @constant */
                                            type: "object";
                                        };
                                    };
                                    /** @default [] */
                                    required?: string[];
                                    /** @constant */
                                    type: "object";
                                };
                            };
                            /** @default [] */
                            required?: string[];
                            /** @constant */
                            type: "object";
                        };
                    };
                    /** @default [] */
                    required?: string[];
                    /** @constant */
                    type: "object";
                };
            };
            /** @default [] */
            required?: string[];
            /** @constant */
            type: "object";
        };
        Transcript: {
            /** @description Seconds of the audio. */
            duration: number;
            /** @constant */
            is_final: true;
            /** @description ISO 639-1; absent where it is not known. */
            language?: string;
            request_id: string;
            text: string;
            /** @constant */
            type: "transcript";
            /** @description With `timestamp_granularities[]=word`, where the recognizer knows the times. */
            words?: {
                end: number;
                start: number;
                word: string;
            }[];
        };
        Transcription: {
            duration?: number;
            /** @description Its English name in small letters. */
            language?: string;
            segments?: {
                end: number;
                id: number;
                start: number;
                text: string;
            }[];
            /** @constant */
            task?: "transcribe";
            text: string;
            words?: {
                end: number;
                start: number;
                word: string;
            }[];
        };
        /** @description A person of the organization. */
        User: {
            /**
             * Format: date-time
             * @description When the user joined.
             */
            created_at: string;
            email: string | null;
            id: string;
            image_url: string | null;
            name: string | null;
            /** @enum {string} */
            role: "admin" | "member";
        };
        /** @description A voice (version 2026-08-14). */
        Voice: {
            /** @description Id of the native accent. */
            accent: string | null;
            /** @description The accents the voice can speak with, the native one first; empty when unknown. */
            accents: {
                /** @description Accent id. */
                accent: string;
                is_native: boolean;
                /** @description BCP 47 code of a locale. */
                locale: string;
            }[];
            /**
             * @description Who can use the voice: its owner, or everyone.
             * @enum {string}
             */
            access: "private" | "public";
            /** @description Only with `expand[]=blend`: the two voices that it lies between; null for one that is no blend. */
            blend?: {
                /** @description Id of the engine that speaks it. */
                engine: string;
                /** @description The names that the model has for the two voices. */
                speakers: string[];
                /** @description Share of the second one. */
                weight: number;
            } | null;
            /**
             * @deprecated
             * @description ISO 3166-1 alpha-2 code of the native locale.
             */
            country: string | null;
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string;
            gender: ("masculine" | "feminine" | "gender_neutral") | null;
            id: string;
            /** @description Whether the voice belongs to your organization. */
            is_owner: boolean;
            is_pro: boolean;
            /** @description Only with `expand[]=is_starred`. */
            is_starred?: boolean;
            /**
             * @description ISO 639-1 code of the native language.
             * @enum {string}
             */
            language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            /** @description The locales of these accents, the native one first. */
            locales: {
                is_native: boolean;
                /** @description BCP 47 code of a locale. */
                locale: string;
            }[];
            name: string;
            /** @description Only with `expand[]=preview_file_url`: address of a spoken sample, to be fetched with the same credential; null where no engine here speaks the voice. */
            preview_file_url?: string | null;
            /** @description Only with `expand[]=speaker_profile`: what was measured in its clips; null for a voice made from none. */
            speaker_profile?: components["schemas"]["SpeakerProfile"] | null;
            /** @description Only with `expand[]=spoken_by`: what speaks the voice in its own language, and why. */
            spoken_by?: {
                /** @description Id of the engine. */
                engine: string;
                reason: string;
            } | null;
            /** @enum {string} */
            status: "active" | "archived";
            /** @description A few words, at most 32 characters; empty when unset. */
            tagline: string;
            /**
             * @description Whose list shows the voice.
             * @enum {string}
             */
            visibility: "owner" | "all";
        };
        /** @description A voice that was just made (version 2026-08-14). */
        VoiceMetadata: {
            /**
             * @description Who can use the voice: its owner, or everyone.
             * @enum {string}
             */
            access: "private" | "public";
            /** @description ISO 8601 date and time. */
            created_at: string;
            description: string;
            /** @description Id of the new voice. */
            id: string;
            /** @enum {string} */
            language: "en" | "fr" | "de" | "es" | "pt" | "zh" | "ja" | "hi" | "it" | "ko" | "nl" | "pl" | "ru" | "sv" | "tr" | "tl" | "bg" | "ro" | "ar" | "cs" | "el" | "fi" | "hr" | "ms" | "sk" | "da" | "ta" | "uk" | "hu" | "no" | "vi" | "bn" | "th" | "he" | "ka" | "id" | "te" | "gu" | "kn" | "ml" | "mr" | "pa" | "or" | "ur";
            name: string;
            /** @description A few words, at most 32 characters; empty when unset. */
            tagline: string;
            /**
             * @deprecated
             * @description Id of the organization that owns it.
             */
            user_id: string;
            /**
             * @description Whose list shows the voice.
             * @enum {string}
             */
            visibility: "owner" | "all";
        };
        /** @description How near a clone comes to its clip, by what is measured in both. */
        VoiceSimilarity: {
            /** @description Id of the engine that spoke. */
            engine: string;
            /** @description Medians of F1 to F4; null where the clip or the clone has too few vowels to tell. */
            formants: {
                clip_hz: number[];
                clone_hz: number[];
                /** @description Root mean square of the relative differences, as a share. */
                difference: number;
            } | null;
            /** @description How high the voices are. */
            pitch: {
                /** @description Median fundamental frequency of the clip in Hz. */
                clip_hz: number;
                /** @description That of the clone in Hz. */
                clone_hz: number;
                /** @description The second over the first, less 1: 0.02 is 2 % higher. */
                difference: number;
            };
            /** @description From the 10th to the 90th percentile, as a share of the median; no part of `similarity`. */
            pitch_spread: {
                clip: number;
                clone: number;
            };
            /** @description Pitch, formants and spectrum together. 1: as near as the nearest recordings of one speaker (other recordings of the same speaker have 0.8 to 1). 0: as far as two speakers usually are, or farther. null where formants or spectrum could not be measured. */
            similarity: number | null;
            /** @description The long-term average spectrum, in the bands of `speaker_profile`; null as for the formants. */
            spectrum: {
                /** @description Root mean square over the bands that both have, levels left out. */
                difference_db: number;
            } | null;
            /** @description What was measured, in a sentence. */
            summary: string;
            voice_id: string;
        };
        /** @description The voice to speak with: its id, or its name whatever the case, as a string or as `id` of an object (with `mode: "id"`). Of voices with one name your own go first, then the built-in ones, then the public ones of others; two of one kind are a 400 that lists their ids. */
        VoiceSpecifier: string | {
            id: string;
            /** @constant */
            mode?: "id";
        } | {
            /** @constant */
            mode: "embedding";
        };
        /** @description An address that is told of events. Its secret is never shown again. */
        Webhook: {
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description When the receiver answered 410, after which it gets nothing more. */
            disabled_at: string | null;
            display_name: string | null;
            /** @description The events it gets, as they were named. */
            events: string[];
            /** @description When the first of the failures was that no success has followed. */
            failing_since: string | null;
            /** @description Attempts that have failed since the last that did not. */
            failures: number;
            id: string;
            /** @description When it was paused, since every delivery had failed for too long. What waits is sent when it is resumed. */
            paused_at: string | null;
            send_secret_header: boolean;
            /** @description ISO 8601 date and time. */
            updated_at: string;
            url: string;
        };
        /** @description An event on its way to a webhook. */
        WebhookDelivery: {
            attempts: number;
            /** @description The exact text that is signed and sent. */
            body: string;
            /** @description ISO 8601 date and time. */
            created_at: string;
            /** @description Why the last try failed. */
            error: string | null;
            /** @description Whether it waits for an earlier delivery of the same object, which has not ended. */
            held_back: boolean;
            /** @description The `webhook-id` of every try. */
            id: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
            /** @description HTTP status of the last answer. */
            response_status: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description The event, such as `voice.created`. */
            type: string;
        };
        /** @description What came of a test event. */
        WebhookTest: {
            delivered: boolean;
            /** @description Until the status of the answer. */
            duration_ms: number;
            error: {
                /**
                 * @description `refused`: the answer was not 2xx; `address_refused`: the name leads to an address that webhooks may not go to; `secret_unreadable`: set the secret anew.
                 * @enum {string}
                 */
                code: "refused" | "timeout" | "name_not_found" | "address_refused" | "https_required" | "connection_failed" | "secret_unreadable";
                message: string;
            } | null;
            /** @description The `webhook-id` it was sent with. */
            id: string;
            /** @description HTTP status of the answer; null when there was none. */
            response_status: number | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

/** Paths whose `POST` takes an `Idempotency-Key`. */
export const idempotentPaths: readonly string[] = [
  "/agents/metrics",
  "/agents/webhooks",
  "/api-keys",
  "/api-keys/{id}/rotate",
  "/books",
  "/books/upload",
  "/books/{id}/start",
  "/datasets",
  "/datasets/{id}/files",
  "/files",
  "/fine-tunes",
  "/organizations/invites",
  "/pronunciation-dicts",
  "/v1/agents",
  "/v1/agents/tools",
  "/voices/blend",
  "/voices/clone",
  "/voices/localize"
];
