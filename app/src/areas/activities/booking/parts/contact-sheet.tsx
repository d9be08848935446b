import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { failureText, showToast } from '../../../../platform/toast'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { ErrorBlock } from '../../../../ui/error-block'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { useCoachContact } from '../coaches-data'
import styles from './sheets.module.scss'

type Props = { open: boolean; coach: { id: string; nickname: string; companyName: string | null }; onClose: () => void }

/** Shows how to reach the coach for a contract: the coach's public contact details, and where the coach works. */
export function ContactSheet({ open, coach, onClose }: Props) {
  const contact = useCoachContact(open ? coach.id : null)
  const wechatId = contact.data?.wechatId
  const copy = async () => {
    if (!wechatId) return
    try {
      await Taro.setClipboardData({ data: wechatId })
      showToast('微信号已复制', { tone: 'done' })
    } catch (error) {
      showToast(failureText({ failed: '没有复制成功，请长按选择' }, error), { tone: 'failed' })
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="联系教练"
      foot={
        wechatId ? (
          <Button full onPress={copy}>
            复制微信号
          </Button>
        ) : undefined
      }
    >
      {contact.isPending && (
        <View className={styles.loading}>
          <SkeletonGroup>
            <Skeleton height={48} radius={12} />
          </SkeletonGroup>
        </View>
      )}
      {contact.cause && (
        <ErrorBlock
          title="联系方式没有取到"
          cause={contact.cause}
          onRetry={() => contact.refetch()}
          busy={contact.isFetching}
          compact
        />
      )}
      {contact.data && (
        <>
          <Cell
            lead={<Avatar id={coach.id} src={contact.data.avatar} size={48} />}
            title={coach.nickname}
            note={coach.companyName ?? '个人教练'}
            value={wechatId ?? undefined}
          />
          <View className={styles.line}>
            {wechatId
              ? '加教练微信，说好课程和课时；教练录入合同后就能约课。'
              : `教练没有公开微信，请在${coach.companyName ?? '场馆'}当面联系；教练录入合同后就能约课。`}
          </View>
        </>
      )}
    </Sheet>
  )
}
