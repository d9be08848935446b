import type { CoachApplication } from '@paidang/api/areas/registration'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { linkedAddress } from '../../../../platform/picture-address'
import { useMinute } from '../../../../platform/use-minute'
import { Card, CardHead } from '../../../../ui/card'
import { KeyValues } from '../../../../ui/key-values'
import { PictureViewer } from '../../../../ui/picture-viewer'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { momentText } from '../../../../ui/time-format'
import styles from './application-card.module.scss'

/** The content of an application, and its result. */
export function ApplicationCard({ application }: { application: CoachApplication }) {
  const { realName, yearsTeaching, region, introduction, certificates, createTime } = application
  const [viewed, setViewed] = useState<number>()
  const now = useMinute()
  const pictures = certificates.map(({ url }) => ({ address: linkedAddress(url), label: '资质照片' }))
  return (
    <Card>
      <CardHead title="提交的内容" tail={<StateTag approveStatus={application.approveStatus} />} />
      <KeyValues
        rows={[
          { name: '姓名', value: realName },
          { name: '教龄', value: `${yearsTeaching} 年` },
          { name: '执教地区', value: region === '' ? '未填写' : region },
          { name: '提交时间', value: momentText(new Date(createTime), now) },
        ]}
      />
      {introduction !== '' && <View className={styles.introduction}>{introduction}</View>}
      <View className={styles.pictures}>
        {pictures.map(({ address }, at) => (
          <View
            key={certificates[at]?.relativePath}
            className={styles.picture}
            {...pressable({ label: `查看资质照片第 ${at + 1} 张`, onPress: () => setViewed(at) })}
          >
            <Image className={styles.image} src={address} mode="aspectFill" />
          </View>
        ))}
      </View>
      <PictureViewer pictures={pictures} at={viewed} onChange={setViewed} />
    </Card>
  )
}

function StateTag({ approveStatus }: Pick<CoachApplication, 'approveStatus'>) {
  if (approveStatus === APPROVAL.APPROVED) return <Tag kind="ok">已通过</Tag>
  if (approveStatus === APPROVAL.REJECTED) return <Tag kind="bad">未通过</Tag>
  return <Tag kind="wait">审核中</Tag>
}
