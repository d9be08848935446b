import { dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { Card, CardHead } from '../../../ui/card'
import { semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { clockText, dayText } from '../../../ui/time-format'
import { useShowClaimCode } from './roster-data'

/** Of a student without an account: that the coach answers for them, and the code by which they claim what is theirs. */
export function CodeCard({ playerId, now }: { playerId: string; now: Date }) {
  const show = useShowClaimCode()
  const code = show.answer
  const until = code && new Date(code.expiresAt)
  return (
    <Card>
      <CardHead title="还没认领" tail={<Tag kind="wait">未认领</Tag>} />
      <View className="t-sub muted">
        您替他约课、签到、消课，课时照常走。他用登记的手机号登录并验证后认领，或用认领码
      </View>
      {code && until && (
        <View className="mt-12" {...semantics({ live: 'polite' })}>
          <View className="t-title-1">{`${code.code.slice(0, 4)} ${code.code.slice(4)}`}</View>
          <View className="t-sub muted">
            {`只显示这一次，${dayText(dayOf(until), now)} ${clockText(until)} 前有效。请他在“合同与课时”里填写`}
          </View>
        </View>
      )}
      <View className="mt-12">
        <Button
          full
          kind="plain"
          busy={show.isPending}
          onPress={() => show.act({ params: { id: playerId }, body: {} })}
        >
          {code ? '换一个认领码' : '给他认领码'}
        </Button>
      </View>
    </Card>
  )
}
