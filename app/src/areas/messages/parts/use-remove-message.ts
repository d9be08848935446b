import { confirm } from '../../../ui/confirm'
import { isToDecide } from '../message-words'
import { type ShownMessage, useDeleteMessage } from '../messages-data'

/** 删除; a request that still waits for its answer only after one has been asked, since nothing brings it back. */
export function useRemoveMessage(message: ShownMessage) {
  const { remove, isPending } = useDeleteMessage(message.id)
  return {
    isPending,
    async remove(): Promise<void> {
      const yes =
        !isToDecide(message) ||
        (await confirm({
          title: '删除这条消息？',
          line: '它还在等你答复，删除后不能再同意或拒绝。',
          tone: 'bad',
          confirmText: '删除',
          danger: true,
        }))
      if (yes) remove()
    },
  }
}
