import type { decideReport, ReportEvidence } from '@paidang/api/areas/desks/admin-reports'
import type { Input } from '@paidang/api/endpoint'
import { PARTS_OF, REPORT_PART_NAMES, type ReportPart } from '@paidang/domain/areas/desks/reports/report'
import { Button, Checkbox, Flex } from 'antd'
import { useState } from 'react'
import { ReasonModal } from '../../../../ui/form-modal'
import { useAction } from '../../../../ui/use-action'

type Verdict = Input<typeof decideReport>['body']

type Props = { whole: ReportEvidence; decide: (verdict: Verdict) => Promise<unknown>; onDecided: () => void }

/** 保留, or 移除 of the ticked parts. Both ask first, with the consequences. */
export function ReportVerdict({ whole: { kind, owner, name }, decide, onDecided }: Props) {
  const { doIt } = useAction()
  const [parts, setParts] = useState<ReportPart[]>(kind === 'ball' ? ['words'] : [])
  const [asking, setAsking] = useState<'keep' | 'remove'>()
  const names = parts.map((part) => REPORT_PART_NAMES[part]).join('、')
  const run = async (verdict: Verdict, done: string) => {
    const answer = await doIt({ run: () => decide(verdict), done })
    if (answer !== undefined) onDecided()
    return answer !== undefined
  }
  const whatGoes =
    kind === 'ball'
      ? `球局的标题改为「约球」，说明清空；球局照常进行，时间、地点和报名都不变。发起人 ${owner.nickname} 会收到原因。`
      : `${owner.nickname} 的${names}将被清空${parts.includes('nickname') ? '，昵称改为「球友」加编号' : ''}，不能恢复。他会收到原因。`
  return (
    <Flex gap={12} align="center" wrap className="inbox-verdict">
      {kind === 'user' && (
        <Checkbox.Group
          aria-label="要移除的内容"
          value={parts}
          onChange={setParts}
          options={PARTS_OF[kind].map((part) => ({ value: part, label: REPORT_PART_NAMES[part] }))}
        />
      )}
      <Button type="primary" danger disabled={parts.length === 0} onClick={() => setAsking('remove')}>
        {kind === 'ball' ? '移除标题和说明' : '移除所选'}
      </Button>
      <Button onClick={() => setAsking('keep')}>保留</Button>
      {asking === 'remove' && (
        <ReasonModal
          title={`移除「${name}」的${names}`}
          effect={whatGoes}
          okText="移除"
          isDangerous
          onOk={(reason) => run({ verdict: 'remove', parts, reason }, `已移除${names}`)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'keep' && (
        <ReasonModal
          title={`保留「${name}」`}
          effect="内容不变，这条内容的全部待处理举报一并结束，举报人会收到核实未违规的消息。"
          okText="保留"
          isOptional
          onOk={(reason) => run({ verdict: 'keep', ...(reason && { reason }) }, '已保留')}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Flex>
  )
}
