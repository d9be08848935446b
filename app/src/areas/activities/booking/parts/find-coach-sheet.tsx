import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { Cell } from '../../../../ui/cell'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { VenuePicture } from '../../../../ui/venue-picture'
import { useVenuesNearby } from '../coaches-data'
import styles from './sheets.module.scss'

/** For a player without a coach: the venues where coaches teach, and their phone numbers. */
export function FindCoachSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const venues = useVenuesNearby(open)
  return (
    <Sheet open={open} onClose={onClose} title="找教练">
      <View className={styles.line}>到场馆或打电话找一位教练。教练用您的手机号把您加为学员后，就能在这里约课。</View>
      {venues.isPending && (
        <View className={styles.loading}>
          <SkeletonGroup>
            <Skeleton height={60} radius={12} />
            <Skeleton height={60} radius={12} />
          </SkeletonGroup>
        </View>
      )}
      {venues.cause && (
        <ErrorBlock
          title="场馆没有取到"
          cause={venues.cause}
          onRetry={() => venues.refetch()}
          busy={venues.isFetching}
          compact
        />
      )}
      {venues.data?.rows.length === 0 && <Empty title="附近还没有场馆" compact />}
      {venues.data?.rows.map(({ id, name, avatar, address, phone }) => (
        <Cell
          key={id}
          lead={<VenuePicture id={id} src={avatar} size={48} />}
          title={name}
          note={address}
          value={phone ?? undefined}
          label={phone ? `${name}，拨打 ${phone}` : undefined}
          onPress={phone ? () => Taro.makePhoneCall({ phoneNumber: phone }) : undefined}
        />
      ))}
    </Sheet>
  )
}
