import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { ReasonModal } from '../../../../ui/form-modal'
import { useAction } from '../../../../ui/use-action'

/** The names of a refusal, and the messages after it. */
const REFUSED = { 拒绝: '已拒绝', 不通过: '未通过' } as const

type Props = {
  /** The person or object to decide about, as the questions name it. */
  name: string
  refusal?: keyof typeof REFUSED
  /** The effect of an approval, and of a refusal; the requester reads the reason. */
  approveEffect: string
  rejectEffect: string
  /** A warning for an irreversible approval, which is asked for first. */
  finality?: string
  decide: (verdict: { approve: boolean; reason?: string }) => Promise<unknown>
  onDecided: () => void
}

/**
 * 通过 and 拒绝, or another name of a refusal, below the evidence. A refusal asks for its reason, and an irreversible
 * approval asks first.
 */
export function VerdictBar({
  name,
  refusal = '拒绝',
  approveEffect,
  rejectEffect,
  finality,
  decide,
  onDecided,
}: Props) {
  const { doIt, doAfterAsking } = useAction()
  const [isBusy, setIsBusy] = useState(false)
  const [isRejecting, setIsRejecting] = useState(false)
  const run = async (verdict: { approve: boolean; reason?: string }) => {
    const answer = await doIt({
      run: () => decide(verdict),
      done: verdict.approve ? `已通过「${name}」` : `${REFUSED[refusal]}「${name}」`,
    })
    if (answer !== undefined) onDecided()
    return answer !== undefined
  }
  const approve = async () => {
    setIsBusy(true)
    await run({ approve: true })
    setIsBusy(false)
  }
  const askToApprove = () =>
    doAfterAsking({
      title: `通过「${name}」？`,
      effect: `${approveEffect}；${finality}`,
      okText: '通过',
      run: () => decide({ approve: true }).then(onDecided),
      done: `已通过「${name}」`,
    })
  return (
    <Flex gap={12} align="center" className="inbox-verdict">
      <Button type="primary" loading={isBusy} onClick={() => (finality ? askToApprove() : void approve())}>
        通过
      </Button>
      <Button danger disabled={isBusy} onClick={() => setIsRejecting(true)}>
        {refusal}
      </Button>
      <Typography.Text type="secondary">{approveEffect}</Typography.Text>
      {isRejecting && (
        <ReasonModal
          title={`${refusal}「${name}」`}
          effect={rejectEffect}
          okText={refusal}
          isDangerous
          onOk={(reason) => run({ approve: false, reason })}
          onClose={() => setIsRejecting(false)}
        />
      )}
    </Flex>
  )
}
