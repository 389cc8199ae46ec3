/** Works that were written in languages of Europe with few relatives, in Greek of today, and others. */
export const finnish = `
@ Elias Lönnrot | 1884
1835 | epic | Kalevala | The Kalevala
@ Aleksis Kivi | 1872
1870 | novel | Seitsemän veljestä | Seven Brothers
@ Minna Canth | 1897
1885 | drama | Työmiehen vaimo | The Worker's Wife
@ Juhani Aho | 1921
1884 | novel | Rautatie | The Railroad
`

export const estonian = `
@ Friedrich Reinhold Kreutzwald | 1882
1861 | epic | Kalevipoeg | The Son of Kalev
@ Anton Hansen Tammsaare | 1940
1926 | novel | Tõde ja õigus | Truth and Justice
`

export const latvian = `
@ Andrejs Pumpurs | 1902
1888 | epic | Lāčplēsis | The Bear Slayer
@ Rainis | 1929
1905 | drama | Uguns un nakts | Fire and Night
`

export const lithuanian = `
@ Kristijonas Donelaitis | 1780
1818 | poetry | Metai | The Seasons
`

export const hungarian = `
@ Sándor Petőfi | 1849
1845 | poetry, tales | János vitéz | John the Valiant
@ János Arany | 1882
1847 | epic | Toldi | Toldi
@ Imre Madách | 1864
1861 | drama, philosophy | Az ember tragédiája | The Tragedy of Man
@ Mór Jókai | 1904
1872 | novel, romance | Az arany ember | The Man with the Golden Touch
@ Géza Gárdonyi | 1922
1901 | historical | Egri csillagok | Eclipse of the Crescent Moon
@ Ferenc Molnár | 1952
1907 | children | A Pál utcai fiúk | The Paul Street Boys
`

export const greek = `
@ Vitsentzos Kornaros | Βιτσέντζος Κορνάρος | 1613
1713 | romance, epic | Ερωτόκριτος | Erotokritos
@ Dionysios Solomos | Διονύσιος Σολωμός | 1857
1823 | poetry | Ύμνος εις την Ελευθερίαν | Hymn to Liberty
@ Emmanuel Rhoides | Εμμανουήλ Ροΐδης | 1904
1866 | historical, satire | Η Πάπισσα Ιωάννα | The Papess Joanne
@ Alexandros Papadiamantis | Αλέξανδρος Παπαδιαμάντης | 1911
1903 | novel | Η Φόνισσα | The Murderess
@ Constantine P. Cavafy | Κωνσταντίνος Π. Καβάφης | 1933
1935 | poetry | Ποιήματα | Poems of Cavafy
`

export const welsh = `
@ Ellis Wynne | 1734
1703 | satire, religion | Gweledigaetheu y Bardd Cwsc | Visions of the Sleeping Bard
@ Daniel Owen | 1895
1885 | novel | Rhys Lewis | Rhys Lewis, Minister of Bethel
`

export const irish = `
@ Peadar Ua Laoghaire | 1920
1904 | tales | Séadna | Seadna
@ Patrick Pearse | 1916
1907 | stories, children | Íosagán agus Sgéalta Eile | Iosagan and Other Stories
`

export const basque = `
@ Bernard Etxepare | 1545
1545 | poetry | Linguae Vasconum Primitiae | First Fruits of the Basque Language
`

export const swahili = `
@ Mwana Kupona | 1865
1858 | poetry | Utendi wa Mwana Kupona | The Poem of Mwana Kupona
`

export const sotho = `
@ Thomas Mofolo | 1948
1907 | novel | Moeti oa Bochabela | Traveller to the East
1925 | historical | Chaka | Chaka the Zulu
`

export const esperanto = `
@ L. L. Zamenhof | 1917
1905 | essay | Fundamento de Esperanto | Foundation of Esperanto
`
