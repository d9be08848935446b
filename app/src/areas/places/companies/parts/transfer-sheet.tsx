import type { Company, CompanyCoach } from '@paidang/api/areas/companies'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { confirm } from '../../../../ui/confirm'
import { Empty } from '../../../../ui/empty'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { useTransferAdmin } from '../company-data'
import styles from './transfer-sheet.module.scss'

type Props = { company: Company; coaches: readonly CompanyCoach[]; onClose: () => void }

/** 转让管理员: to whom, with what consequences, and a last question. */
export function TransferSheet({ company, coaches, onClose }: Props) {
  const [coachId, setCoachId] = useState<string>()
  const transfer = useTransferAdmin()
  const chosen = coaches.find(({ coachVO }) => coachVO.id === coachId)?.coachVO
  const submit = async () => {
    if (!chosen) return
    const isSure = await confirm({
      title: `把管理员转让给${chosen.nickname}？`,
      line: '转让后立即生效，您将不能再管理课程和规则，只能由对方再转回来',
      confirmText: '确认转让',
      danger: true,
    })
    if (isSure && (await transfer.act({ body: { coachId: chosen.id, companyId: company.id } }))) onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title="转让管理员"
      foot={
        <Button full busy={transfer.isPending} disabled={!chosen} reason="先选择一位教练" onPress={submit}>
          转让管理员
        </Button>
      }
    >
      {coaches.length === 0 ? (
        <Empty compact title="没有可以接手的教练" line="只能转让给本公司的教练" />
      ) : (
        <>
          <View className={styles.told}>
            <Notice tone="info">新管理员可以管理课程、规则和全部学员</Notice>
          </View>
          <View {...semantics({ role: 'radiogroup', label: '新管理员' })}>
            {coaches.map(({ coachVO, courseNames }) => (
              <Cell
                key={coachVO.id}
                lead={<Avatar id={coachVO.id} src={coachVO.avatar} />}
                title={coachVO.nickname}
                note={courseNames.join('、') || '还没有课程'}
                chosen={coachVO.id === coachId}
                onPress={() => setCoachId(coachVO.id)}
              />
            ))}
          </View>
        </>
      )}
    </Sheet>
  )
}
