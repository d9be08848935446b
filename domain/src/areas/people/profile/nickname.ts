import { type NameFault, nameFault } from '../../../kernel/name.ts'

export type NicknameFault = `nickname_${NameFault}`

/** Why a nickname cannot be stored; undefined when it can. Source: decision records 023, 031 */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  const fault = nameFault(nickname)
  return fault && `nickname_${fault}`
}

/** A coach's nickname with the title, said once: 王启明 教练, and 何教练 as it is. */
export function coachTitle(nickname: string): string {
  return nickname.endsWith('教练') ? nickname : `${nickname} 教练`
}
