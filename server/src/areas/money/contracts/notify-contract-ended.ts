import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type EndOfContract, listCoachesOfContract } from './expiry-queries.ts'

/** Notifies the player and the coach of the end of a contract, each with their own text. */
export async function notifyContractEnded(
  tx: Database,
  contract: EndOfContract,
  { title, toPlayer, toCoach }: { title: string; toPlayer: string; toCoach: string },
): Promise<void> {
  const about = { kind: 'contract', id: contract.id } as const
  const notice = { senderId: null, category: 'systemNotice', title, about } as const
  await notify(tx, { ...notice, receiverIds: [contract.userId], content: toPlayer })
  await notify(tx, { ...notice, receiverIds: await listCoachesOfContract(tx, contract), content: toCoach })
}
