/** The organization that the first start made: its administrators run the server. */
import type { Store } from '../store/index.ts';

/** Asks the database once; the first organization stays the first. */
export class Operator {
  readonly #organizations: Pick<Store['organizations'], 'first'>;
  #id: Promise<string | undefined> | undefined;

  constructor({ organizations }: Pick<Store, 'organizations'>) {
    this.#organizations = organizations;
  }

  /** Whether an organization is it. */
  async is(organizationId: string): Promise<boolean> {
    return (await this.#first()) === organizationId;
  }

  /** Asked anew as long as there is none, or the database does not answer. */
  #first(): Promise<string | undefined> {
    this.#id ??= this.#organizations.first().then(
      (organization) => {
        if (organization === undefined) this.#id = undefined;
        return organization?.id;
      },
      (error: unknown) => {
        this.#id = undefined;
        throw error;
      },
    );
    return this.#id;
  }
}
