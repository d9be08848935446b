import { type Broken, findBroken, type Query } from '../invariants/find-broken.ts'

/** The invariants that do not hold on a test's database; warnings are no faults. */
export async function brokenInvariants({ query }: { query: Query }, now: Date): Promise<Broken[]> {
  const broken = await findBroken(query, now)
  return broken.filter(({ severity }) => severity === 'fault')
}
