import { useState } from 'react'
import { Button } from '../../../ui/button'
import { WechatCover } from '../../../ui/wechat-cover'
import type { WechatAnswer } from '../../../ui/wechat-cover-types'
import { ClaimSheet } from './parts/claim-sheet'
import { type Claim, useTakePhone } from './phone-data'

type Props = {
  /** The number is assigned, or a claim on it was postponed. */
  onDone?: () => void
  full?: boolean
}

/**
 * 绑定手机号 in the mini-program: WeChat reports the number. If another account claims it, its password is asked for.
 */
export function BindPhone({ onDone, full }: Props) {
  const take = useTakePhone()
  const [claim, setClaim] = useState<Claim>()
  const hear = (answer: WechatAnswer) => {
    // A user who refuses returns neither.
    if (!answer.code && !answer.encryptedData) return
    take.act(answer, { onDone: (claimed) => (claimed ? setClaim(claimed) : onDone?.()) })
  }
  return (
    <>
      <Button
        full={full}
        size={full ? 'l' : 'm'}
        busy={take.isPending}
        cover={<WechatCover ask="getPhoneNumber" onAnswer={hear} />}
      >
        绑定手机号
      </Button>
      <ClaimSheet claim={claim} onClose={() => setClaim(undefined)} onDone={onDone} />
    </>
  )
}
