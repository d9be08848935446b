import type { BallDetail, BallProposal } from '@paidang/api/areas/balls'

/** Returns a proposal as text, and what this reader has to do about it. */
export function proposalText(
  proposal: BallProposal,
  { userId, role }: Pick<BallDetail['viewer'], 'userId' | 'role'>,
): { title: string; line: string; action: 'decide' | 'pay' | 'withdraw' | undefined } {
  const { kind, hasOutAgreed, hasInAgreed, order } = proposal
  const title =
    kind === 'HAND_OVER'
      ? `转让给 ${proposal.in.nickname}`
      : `${proposal.out?.nickname ?? ''} 换成 ${proposal.in.nickname}`
  const waitsFor = [
    kind === 'SWAP' && !hasOutAgreed ? proposal.out?.nickname : undefined,
    hasInAgreed ? undefined : proposal.in.nickname,
  ].filter((name): name is string => name !== undefined)
  const isAsked = (userId === proposal.in.id && !hasInAgreed) || (userId === proposal.out?.id && !hasOutAgreed)
  if (order?.state === 'UNPAID') return { title, line: '等待支付', action: 'pay' }
  const line = waitsFor.length > 0 ? `等待 ${waitsFor.join('、')} 同意` : `等待 ${proposal.in.nickname} 支付`
  if (isAsked && userId !== null) return { title, line, action: 'decide' }
  return { title, line, action: role === 'initiator' ? 'withdraw' : undefined }
}
