/** Works that were written in languages of Asia of a later time. */
export const chinese = `
@ Laozi | 老子 | -500
- | philosophy, religion | 道德經 | Tao Te Ching
@ Confucius | 孔子 | -479
- | philosophy | 論語 | The Analects
@ Sun Tzu | 孫子 | -496
- | war, philosophy | 孫子兵法 | The Art of War
@ Zhuangzi | 莊子 | -286
- | philosophy | 莊子 | Zhuangzi
@ Sima Qian | 司馬遷 | -86
- | history | 史記 | Records of the Grand Historian
@ Luo Guanzhong | 羅貫中 | 1400
1522 | historical, war | 三國演義 | Romance of the Three Kingdoms
@ Shi Nai'an | 施耐庵 | 1370
1589 | adventure, historical | 水滸傳 | Water Margin
@ Wu Cheng'en | 吳承恩 | 1582
1592 | fantasy, adventure | 西遊記 | Journey to the West
@ Pu Songling | 蒲松齡 | 1715
1766 | stories, fantasy | 聊齋志異 | Strange Stories from a Chinese Studio
@ Cao Xueqin | 曹雪芹 | 1763
1791 | novel, romance | 紅樓夢 | Dream of the Red Chamber
@ Lu Xun | 魯迅 | 1936
1918 | stories | 狂人日記 | Diary of a Madman
1921 | stories, satire | 阿Q正傳 | The True Story of Ah Q
`

export const japanese = `
@ Sei Shonagon | 清少納言 | 1025
1002 | essay, memoir | 枕草子 | The Pillow Book
@ Murasaki Shikibu | 紫式部 | 1014
1008 | novel, romance | 源氏物語 | The Tale of Genji
@ Kamo no Chomei | 鴨長明 | 1216
1212 | essay | 方丈記 | The Ten Foot Square Hut
@ Yoshida Kenko | 吉田兼好 | 1350
1332 | essay | 徒然草 | Essays in Idleness
@ Matsuo Basho | 松尾芭蕉 | 1694
1702 | poetry, travel | おくのほそ道 | The Narrow Road to the Deep North
@ Ihara Saikaku | 井原西鶴 | 1693
1686 | novel | 好色一代女 | The Life of an Amorous Woman
@ Chikamatsu Monzaemon | 近松門左衛門 | 1725
1721 | tragedy | 心中天網島 | The Love Suicides at Amijima
@ Ueda Akinari | 上田秋成 | 1809
1776 | stories, horror | 雨月物語 | Tales of Moonlight and Rain
@ Higuchi Ichiyo | 樋口一葉 | 1896
1895 | stories | たけくらべ | Growing Up
@ Natsume Soseki | 夏目漱石 | 1916
1905 | satire | 吾輩は猫である | I Am a Cat
1906 | novel | 坊っちゃん | Botchan
1914 | novel | こゝろ | Kokoro
@ Mori Ogai | 森鷗外 | 1922
1911 | novel | 雁 | The Wild Geese
@ Ryunosuke Akutagawa | 芥川龍之介 | 1927
1915 | stories | 羅生門 | Rashomon
@ Kenji Miyazawa | 宮沢賢治 | 1933
1934 | children, fantasy | 銀河鉄道の夜 | Night on the Galactic Railroad
`

export const korean = `
@ Heo Gyun | 허균 | 1618
1612 | adventure | 홍길동전 | The Story of Hong Gildong
@ Kim Man-jung | 김만중 | 1692
1687 | novel, fantasy | 구운몽 | The Nine Cloud Dream
@ Kim Sowol | 김소월 | 1934
1925 | poetry | 진달래꽃 | Azaleas
`

export const vietnamese = `
@ Nguyễn Du | 1820
1820 | epic, romance | Truyện Kiều | The Tale of Kieu
@ Hồ Xuân Hương | 1822
- | poetry | Thơ Hồ Xuân Hương | Poems of Ho Xuan Huong
`

export const arabic = `
@ Anonymous | 1400
- | tales, stories | ألف ليلة وليلة | One Thousand and One Nights
@ Ibn al-Muqaffa | ابن المقفع | 759
750 | tales | كليلة ودمنة | Kalila and Dimna
@ Ibn Tufail | ابن طفيل | 1185
1160 | philosophy, novel | حي بن يقظان | Hayy ibn Yaqdhan
@ Ibn Battuta | ابن بطوطة | 1369
1355 | travel | تحفة النظار في غرائب الأمصار وعجائب الأسفار | The Travels of Ibn Battuta
@ Ibn Khaldun | ابن خلدون | 1406
1377 | history, philosophy | المقدمة | The Muqaddimah
@ Kahlil Gibran | جبران خليل جبران | 1931
1912 | romance | الأجنحة المتكسرة | The Broken Wings
`

export const persian = `
@ Ferdowsi | فردوسی | 1020
1010 | epic | شاهنامه | Shahnameh
@ Omar Khayyam | عمر خیام | 1131
1120 | poetry | رباعیات | Rubaiyat
@ Attar of Nishapur | عطار نیشابوری | 1221
1177 | poetry, religion | منطق‌الطیر | The Conference of the Birds
@ Rumi | مولوی | 1273
1258 | poetry, religion | مثنوی معنوی | Masnavi
@ Saadi | سعدی | 1292
1258 | poetry, tales | گلستان | The Rose Garden
@ Hafez | حافظ | 1390
1390 | poetry | دیوان حافظ | The Divan of Hafez
`

export const turkish = `
@ Evliya Çelebi | 1682
1682 | travel | Seyahatnâme | Book of Travels
@ Ömer Seyfettin | 1920
1919 | stories | Yüksek Ökçeler | High Heels
@ Halit Ziya Uşaklıgil | 1945
1900 | novel, romance | Aşk-ı Memnu | Forbidden Love
`

export const bengali = `
@ Bankim Chandra Chattopadhyay | বঙ্কিমচন্দ্র চট্টোপাধ্যায় | 1894
1882 | historical | আনন্দমঠ | The Abbey of Bliss
@ Rabindranath Tagore | রবীন্দ্রনাথ ঠাকুর | 1941
1910 | poetry | গীতাঞ্জলি | Gitanjali
1910 | novel | গোরা | Gora
1916 | novel | ঘরে বাইরে | The Home and the World
@ Sarat Chandra Chattopadhyay | শরৎচন্দ্র চট্টোপাধ্যায় | 1938
1917 | novel, romance | দেবদাস | Devdas
`

export const hindi = `
@ Kabir | कबीर | 1518
- | poetry, religion | बीजक | Bijak
@ Tulsidas | तुलसीदास | 1623
1577 | epic, religion | रामचरितमानस | Ramcharitmanas
@ Premchand | प्रेमचंद | 1936
1936 | novel | गोदान | The Gift of a Cow
`

export const urdu = `
@ Mirza Ghalib | مرزا غالب | 1869
1841 | poetry | دیوان غالب | The Divan of Ghalib
@ Mirza Hadi Ruswa | مرزا ہادی رسوا | 1931
1899 | novel | امراؤ جان ادا | Umrao Jan Ada
`

export const tamil = `
@ Thiruvalluvar | திருவள்ளுவர் | 500
- | poetry, philosophy | திருக்குறள் | Tirukkural
@ Ilango Adigal | இளங்கோவடிகள் | 500
- | epic | சிலப்பதிகாரம் | The Tale of an Anklet
`

export const georgian = `
@ Shota Rustaveli | შოთა რუსთაველი | 1216
1200 | epic | ვეფხისტყაოსანი | The Knight in the Panther's Skin
`

export const armenian = `
@ Khachatur Abovian | Խաչատուր Աբովյան | 1848
1858 | historical | Վերք Հայաստանի | Wounds of Armenia
@ Raffi | Րաֆֆի | 1888
1884 | historical | Սամվել | Samvel
`

export const hebrew = `
@ Judah Halevi | יהודה הלוי | 1141
1140 | philosophy, religion | ספר הכוזרי | The Kuzari
@ Hayim Nahman Bialik | חיים נחמן ביאליק | 1934
1904 | poetry | בעיר ההריגה | In the City of Slaughter
`

export const malay = `
@ Tun Sri Lanang | 1659
1612 | history | Sulalatus Salatin | The Malay Annals
@ Abdullah Abdul Kadir | 1854
1849 | memoir | Hikayat Abdullah | The Hikayat Abdullah
`

export const tagalog = `
@ Francisco Balagtas | 1862
1838 | epic, romance | Florante at Laura | Florante and Laura
`
