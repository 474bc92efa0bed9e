/** `/console/api/book-limits`: what the page of books has to know before it sends a file. */
import { z } from 'zod';
import { bookContainers } from '../../books/book-format.ts';
import { availableContainers } from '../../books/ffmpeg.ts';
import { consoleApiPath, errorResponses, type App } from '../../http/index.ts';

const limitsSchema = z.object({ max_bytes: z.int(), formats: z.array(z.enum(bookContainers)) });

/** @param maxBytes of a file that is read to a book */
export function addBookLimits(app: App, maxBytes: number): void {
  app.get(
    `${consoleApiPath}/book-limits`,
    { schema: { hide: true, response: { 200: limitsSchema, ...errorResponses(400, 401, 403, 500, 503) } } },
    async () => ({ max_bytes: maxBytes, formats: [...(await availableContainers())] }),
  );
}
