import { type NameFault, nameFault } from '../../../kernel/name.ts'

export type NicknameFault = `nickname_${NameFault}`

/** Why a nickname cannot be stored; undefined when it can. Source: decision records 023, 031 */
export function nicknameFault(nickname: string): NicknameFault | undefined {
  const fault = nameFault(nickname)
  return fault && `nickname_${fault}`
}
