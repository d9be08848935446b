import type { Contract } from '@paidang/api/areas/money/contracts'
import { questionPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Card } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { useAskForExtension } from './questions-data'

const WORDS = '有效期内没能正常上课，请俱乐部延长有效期'

/** 申请延长有效期: one press asks the club, which answers as a question. */
export function ExtensionCard({ contract }: { contract: Contract }) {
  const ask = useAskForExtension()
  const send = async () => {
    const isSure = await confirm({
      title: '申请延长有效期？',
      line: '场馆停业、约不到时间，都可以请俱乐部延长；俱乐部会答复您',
      confirmText: '申请延长',
    })
    if (!isSure) return
    await ask.act(
      { body: { kind: 'validity', objectId: contract.id, text: WORDS } },
      { onDone: ({ id }) => id && goTo(questionPath(id)) },
    )
  }
  return (
    <Card flush>
      <Cell
        icon="clock"
        title="申请延长有效期"
        note="教练休假会按俱乐部规则自动延长，其他情况可以申请"
        disabled={ask.isPending}
        onPress={send}
      />
    </Card>
  )
}
