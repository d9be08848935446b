import { View } from '@tarojs/components'
import { Button } from '../../../ui/button'
import { verdictText } from './message-labels'
import { type ShownMessage, useDecide } from './messages-data'

/** 同意 and 拒绝, or their names for this request, while a request is open. */
export function Verdicts({ message }: { message: ShownMessage }) {
  const { isApproving, isRejecting, approve, reject } = useDecide(message)
  const words = verdictText(message)
  return (
    <View className="chips-12 mt-12">
      <Button
        size="m"
        busy={isApproving}
        disabled={isRejecting}
        label={`${words.approve} ${message.title}`}
        onPress={approve}
      >
        {words.approve}
      </Button>
      <Button
        kind="plain"
        size="m"
        busy={isRejecting}
        disabled={isApproving}
        label={`${words.reject} ${message.title}`}
        onPress={reject}
      >
        {words.reject}
      </Button>
    </View>
  )
}
