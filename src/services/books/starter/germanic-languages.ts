/** Works that were written in German, Dutch, Danish, Norwegian, Swedish, Icelandic and Yiddish. */
export const german = `
@ Gotthold Ephraim Lessing | 1781
1772 | tragedy | Emilia Galotti | Emilia Galotti
1779 | drama | Nathan der Weise | Nathan the Wise
@ Johann Wolfgang von Goethe | 1832
1774 | novel, romance | Die Leiden des jungen Werthers | The Sorrows of Young Werther
1795 | novel | Wilhelm Meisters Lehrjahre | Wilhelm Meister's Apprenticeship
1808 | tragedy | Faust | Faust
1809 | novel | Die Wahlverwandtschaften | Elective Affinities
1819 | poetry | West-östlicher Divan | West-Eastern Divan
@ Friedrich Schiller | 1805
1781 | drama | Die Räuber | The Robbers
1784 | tragedy | Kabale und Liebe | Intrigue and Love
1801 | tragedy | Maria Stuart | Mary Stuart
1804 | drama | Wilhelm Tell | William Tell
@ Friedrich Hölderlin | 1843
1797 | novel | Hyperion | Hyperion
@ Novalis | 1801
1802 | novel | Heinrich von Ofterdingen | Henry of Ofterdingen
@ Heinrich von Kleist | 1811
1810 | stories | Michael Kohlhaas | Michael Kohlhaas
1811 | comedy | Der zerbrochne Krug | The Broken Jug
@ Jacob Grimm & Wilhelm Grimm | 1863
1812 | tales, children | Kinder- und Hausmärchen | Grimms' Fairy Tales
@ E. T. A. Hoffmann | 1822
1815 | gothic | Die Elixiere des Teufels | The Devil's Elixirs
1816 | stories, horror | Der Sandmann | The Sandman
1816 | children, fantasy | Nussknacker und Mausekönig | The Nutcracker and the Mouse King
@ Joseph von Eichendorff | 1857
1826 | stories | Aus dem Leben eines Taugenichts | Memoirs of a Good-for-Nothing
@ Heinrich Heine | 1856
1827 | poetry | Buch der Lieder | Book of Songs
1844 | poetry, satire | Deutschland. Ein Wintermärchen | Germany. A Winter's Tale
@ Georg Büchner | 1837
1835 | drama | Dantons Tod | Danton's Death
1879 | drama | Woyzeck | Woyzeck
@ Gottfried Keller | 1890
1855 | novel | Der grüne Heinrich | Green Henry
1874 | stories | Kleider machen Leute | Clothes Make the Man
@ Theodor Storm | 1888
1888 | stories | Der Schimmelreiter | The Rider on the White Horse
@ Theodor Fontane | 1898
1888 | novel | Irrungen, Wirrungen | On Tangled Paths
1895 | novel | Effi Briest | Effi Briest
1898 | novel | Der Stechlin | The Stechlin
@ Wilhelm Busch | 1908
1865 | children, poetry | Max und Moritz | Max and Moritz
@ Johanna Spyri | 1901
1880 | children | Heidis Lehr- und Wanderjahre | Heidi
@ Karl May | 1912
1893 | adventure | Winnetou | Winnetou
@ Immanuel Kant | 1804
1781 | philosophy | Kritik der reinen Vernunft | Critique of Pure Reason
1788 | philosophy | Kritik der praktischen Vernunft | Critique of Practical Reason
1795 | philosophy, politics | Zum ewigen Frieden | Perpetual Peace
@ Georg Wilhelm Friedrich Hegel | 1831
1807 | philosophy | Phänomenologie des Geistes | The Phenomenology of Spirit
@ Arthur Schopenhauer | 1860
1818 | philosophy | Die Welt als Wille und Vorstellung | The World as Will and Representation
@ Karl Marx & Friedrich Engels | 1895
1848 | politics | Manifest der Kommunistischen Partei | The Communist Manifesto
@ Karl Marx | 1883
1867 | economics, politics | Das Kapital | Capital
@ Friedrich Nietzsche | 1900
1872 | philosophy | Die Geburt der Tragödie | The Birth of Tragedy
1883 | philosophy | Also sprach Zarathustra | Thus Spoke Zarathustra
1886 | philosophy | Jenseits von Gut und Böse | Beyond Good and Evil
@ Sigmund Freud | 1939
1899 | science | Die Traumdeutung | The Interpretation of Dreams
@ Arthur Schnitzler | 1931
1900 | stories | Leutnant Gustl | Lieutenant Gustl
1903 | drama | Reigen | La Ronde
@ Frank Wedekind | 1918
1891 | tragedy | Frühlings Erwachen | Spring Awakening
@ Rainer Maria Rilke | 1926
1910 | novel | Die Aufzeichnungen des Malte Laurids Brigge | The Notebooks of Malte Laurids Brigge
1923 | poetry | Duineser Elegien | Duino Elegies
@ Franz Kafka | 1924
1915 | stories | Die Verwandlung | The Metamorphosis
1925 | novel | Der Process | The Trial
1926 | novel | Das Schloss | The Castle
@ Thomas Mann | 1955
1901 | novel | Buddenbrooks | Buddenbrooks
1912 | stories | Der Tod in Venedig | Death in Venice
1924 | novel | Der Zauberberg | The Magic Mountain
@ Hermann Hesse | 1962
1922 | novel, philosophy | Siddhartha | Siddhartha
`

export const dutch = `
@ Joost van den Vondel | 1679
1637 | tragedy | Gijsbrecht van Aemstel | Gijsbrecht of Amstel
@ Multatuli | 1887
1860 | novel, satire | Max Havelaar | Max Havelaar
@ Louis Couperus | 1923
1889 | novel | Eline Vere | Eline Vere
1900 | novel | De stille kracht | The Hidden Force
@ Hendrik Conscience | 1883
1838 | historical | De Leeuw van Vlaenderen | The Lion of Flanders
@ Herman Gorter | 1927
1889 | poetry | Mei | May
`

export const danish = `
@ Ludvig Holberg | 1754
1722 | comedy | Jeppe på bjerget | Jeppe of the Hill
@ Hans Christian Andersen | 1875
1835 | tales, children | Eventyr, fortalte for Børn | Fairy Tales Told for Children
@ Søren Kierkegaard | 1855
1843 | philosophy | Enten – Eller | Either/Or
1843 | philosophy, religion | Frygt og Bæven | Fear and Trembling
@ Jens Peter Jacobsen | 1885
1880 | novel | Niels Lyhne | Niels Lyhne
@ Henrik Pontoppidan | 1943
1898 | novel | Lykke-Per | Lucky Per
`

export const norwegian = `
@ Henrik Ibsen | 1906
1867 | drama | Peer Gynt | Peer Gynt
1879 | drama | Et dukkehjem | A Doll's House
1881 | drama | Gengangere | Ghosts
1890 | drama | Hedda Gabler | Hedda Gabler
@ Peter Christen Asbjørnsen & Jørgen Moe | 1885
1841 | tales | Norske folkeeventyr | Norwegian Folktales
@ Knut Hamsun | 1952
1890 | novel | Sult | Hunger
1917 | novel | Markens grøde | Growth of the Soil
@ Sigrid Undset | 1949
1920 | historical | Kransen | The Wreath | Kristin Lavransdatter #1
`

export const swedish = `
@ Carl Michael Bellman | 1795
1790 | poetry | Fredmans epistlar | Fredman's Epistles
@ August Strindberg | 1912
1879 | novel, satire | Röda rummet | The Red Room
1888 | tragedy | Fröken Julie | Miss Julie
1902 | drama | Ett drömspel | A Dream Play
@ Hjalmar Söderberg | 1941
1905 | novel | Doktor Glas | Doctor Glas
@ Selma Lagerlöf | 1940
1891 | novel | Gösta Berlings saga | The Story of Gösta Berling
1906 | children, fantasy | Nils Holgerssons underbara resa genom Sverige | The Wonderful Adventures of Nils
`

export const icelandic = `
@ Snorri Sturluson | 1241
1220 | tales, poetry | Edda | Prose Edda
1230 | history | Heimskringla | Heimskringla
@ Anonymous | 1300
1280 | historical, tales | Brennu-Njáls saga | Njal's Saga
`

export const yiddish = `
@ Sholem Aleichem | שלום עליכם | 1916
1894 | stories | טבֿיה דער מילכיקער | Tevye the Dairyman
@ I. L. Peretz | יצחק לייבוש פרץ | 1915
1894 | stories | באָנטשע שווײַג | Bontshe the Silent
`
