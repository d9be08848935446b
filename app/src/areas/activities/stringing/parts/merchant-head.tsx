import type { Merchant } from '@paidang/api/areas/stringing'
import { isOpen } from '@paidang/domain/areas/stringing/ready'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { callPhone } from '../../../../platform/phone'
import { openPlace, PLACE_ACTION } from '../../../../platform/place'
import { showToast } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import styles from './merchant-head.module.scss'
import { monthText, openingText, ratingText, readyText, sportNames } from './merchant-labels'
import { MerchantPicture } from './merchant-picture'

/** The head of a shop: its rating, whether it is open, where it is and how to reach it. */
export function MerchantHead({ merchant }: { merchant: Merchant }) {
  const now = useMinute()
  const { name, rating, phone, courierFeeFen, introduction } = merchant
  return (
    <Card flush>
      <View className={styles.top}>
        <MerchantPicture merchant={merchant} />
        <View className={styles.words}>
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {name}
          </View>
          <View className={styles.fact}>
            <Facts>
              {sportNames(merchant.sports)}
              {ratingText(rating)}
              {monthText(merchant.monthJobs)}
            </Facts>
          </View>
          <View className={styles.tags}>
            {isOpen(merchant, now) ? (
              <Tag kind="ok">营业中</Tag>
            ) : (
              <Tag kind="mute" icon={null}>
                休息中
              </Tag>
            )}
            <Tag kind="brand">{readyText(merchant, now)}</Tag>
            {courierFeeFen !== null && <Tag kind="line">取送</Tag>}
          </View>
        </View>
      </View>
      {introduction !== '' && <View className={styles.introduction}>{introduction}</View>}
      <ShopPlace merchant={merchant} />
      {phone !== '' && (
        <Cell icon="phone" title="电话" value={phone} label={`拨打电话 ${phone}`} onPress={() => callPhone(phone)} />
      )}
      <Cell icon="clock" title="营业时间" value={openingText(merchant)} />
      {courierFeeFen !== null && <Cell icon="swap" title="上门取送" value={`¥${yuanOf(courierFeeFen)}`} />}
    </Card>
  )
}

/** Where the shop is. A press opens the map of the device, or copies the address. */
function ShopPlace({ merchant }: { merchant: Merchant }) {
  const { name, city, district, address, latitude, longitude, distanceKm } = merchant
  const place = address.startsWith(district) ? address : `${district} ${address}`.trim()
  const open = async () => {
    try {
      const end = await openPlace({ name, address: `${city}${place}`, latitude, longitude })
      if (end === 'copied') showToast('地址已复制', { tone: 'done' })
    } catch {
      showToast('打开失败，请重试', { tone: 'failed' })
    }
  }
  return (
    <Cell
      icon="pin"
      title={place}
      note={distanceKm === null ? undefined : `距你 ${distanceKm.toFixed(1)} km`}
      tail={
        <Button kind="plain" size="s" icon="pin" label={`${PLACE_ACTION} ${name}`} onPress={open}>
          {PLACE_ACTION}
        </Button>
      }
    />
  )
}
