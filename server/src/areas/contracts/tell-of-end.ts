import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { type EndOfContract, listCoachesOfContract } from './expiry-queries.ts'

/** Tells the player and the coach of the end of a contract, each in his words. */
export async function tellOfEnd(
  tx: Database,
  contract: EndOfContract,
  { title, toPlayer, toCoach }: { title: string; toPlayer: string; toCoach: string },
): Promise<void> {
  const about = { kind: 'contract', id: contract.id } as const
  const notice = { senderId: null, category: 'systemNotice', title, about } as const
  await tell(tx, { ...notice, receiverIds: [contract.userId], content: toPlayer })
  await tell(tx, { ...notice, receiverIds: await listCoachesOfContract(tx, contract), content: toCoach })
}
