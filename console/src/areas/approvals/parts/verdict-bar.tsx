import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { ReasonModal } from '../../../ui/reason-modal'
import { useDeed } from '../../../ui/use-deed'

/** What a no is called, and what is said once it is done. */
const REFUSED = { 拒绝: '已拒绝', 不通过: '未通过' } as const

type Props = {
  /** Who or what is decided about, as the questions name it. */
  name: string
  refusal?: keyof typeof REFUSED
  /** What a yes does, and what a no does; the reason is told to who asked. */
  approveEffect: string
  rejectEffect: string
  /** Said of a yes that nobody can take back, which is asked for once more. */
  finality?: string
  decide: (verdict: { approve: boolean; reason?: string }) => Promise<unknown>
  onDecided: () => void
}

/** 通过 and 拒绝, or what else a no is called, below the evidence. A no asks for its reason, and a yes that is final whether it is meant. */
export function VerdictBar({
  name,
  refusal = '拒绝',
  approveEffect,
  rejectEffect,
  finality,
  decide,
  onDecided,
}: Props) {
  const { doIt, doAfterAsking } = useDeed()
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
