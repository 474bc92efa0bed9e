import { fileURLToPath } from 'node:url';

/**
 * What servers of campaigns keep of what they compiled: a start with it takes little more than half of the processor time. Beside the code, where writing
 * takes the same rights as changing the code: nodes of the cluster run as root.
 */
export const compiledFolder = fileURLToPath(new URL('../../node_modules/.cache/campaigns', import.meta.url));
