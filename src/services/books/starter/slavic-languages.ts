/** Works that were written in Russian, Ukrainian, Polish, Czech, Serbian, Slovene and Bulgarian. */
export const russian = `
@ Alexander Pushkin | Александр Пушкин | 1837
1833 | poetry, novel | Евгений Онегин | Eugene Onegin
1834 | stories | Пиковая дама | The Queen of Spades
1836 | historical | Капитанская дочка | The Captain's Daughter
@ Mikhail Lermontov | Михаил Лермонтов | 1841
1840 | novel | Герой нашего времени | A Hero of Our Time
@ Nikolai Gogol | Николай Гоголь | 1852
1835 | historical | Тарас Бульба | Taras Bulba
1836 | comedy | Ревизор | The Government Inspector
1842 | satire | Мёртвые души | Dead Souls
1842 | stories | Шинель | The Overcoat
@ Ivan Goncharov | Иван Гончаров | 1891
1859 | novel | Обломов | Oblomov
@ Ivan Turgenev | Иван Тургенев | 1883
1852 | stories | Записки охотника | A Sportsman's Sketches
1860 | romance | Первая любовь | First Love
1862 | novel | Отцы и дети | Fathers and Sons
@ Fyodor Dostoevsky | Фёдор Достоевский | 1881
1864 | novel, philosophy | Записки из подполья | Notes from Underground
1866 | novel, crime | Преступление и наказание | Crime and Punishment
1867 | novel | Игрок | The Gambler
1869 | novel | Идиот | The Idiot
1872 | novel, politics | Бесы | Demons
1880 | novel, philosophy | Братья Карамазовы | The Brothers Karamazov
@ Leo Tolstoy | Лев Толстой | 1910
1852 | novel | Детство | Childhood
1869 | historical, war | Война и мир | War and Peace
1878 | novel | Анна Каренина | Anna Karenina
1886 | stories | Смерть Ивана Ильича | The Death of Ivan Ilyich
1899 | novel | Воскресение | Resurrection
@ Nikolai Leskov | Николай Лесков | 1895
1865 | stories | Леди Макбет Мценского уезда | Lady Macbeth of the Mtsensk District
@ Anton Chekhov | Антон Чехов | 1904
1896 | drama | Чайка | The Seagull
1899 | stories | Дама с собачкой | The Lady with the Dog
1899 | drama | Дядя Ваня | Uncle Vanya
1901 | drama | Три сестры | Three Sisters
1904 | comedy | Вишнёвый сад | The Cherry Orchard
@ Maxim Gorky | Максим Горький | 1936
1902 | drama | На дне | The Lower Depths
1906 | novel, politics | Мать | Mother
@ Andrei Bely | Андрей Белый | 1934
1913 | novel | Петербург | Petersburg
`

export const ukrainian = `
@ Taras Shevchenko | Тарас Шевченко | 1861
1840 | poetry | Кобзар | Kobzar
@ Mykhailo Kotsiubynsky | Михайло Коцюбинський | 1913
1911 | stories | Тіні забутих предків | Shadows of Forgotten Ancestors
@ Lesya Ukrainka | Леся Українка | 1913
1912 | drama | Лісова пісня | The Forest Song
@ Ivan Franko | Іван Франко | 1916
1883 | historical | Захар Беркут | Zakhar Berkut
`

export const polish = `
@ Adam Mickiewicz | 1855
1834 | epic | Pan Tadeusz | Pan Tadeusz
@ Bolesław Prus | 1912
1890 | novel | Lalka | The Doll
1897 | historical | Faraon | Pharaoh
@ Henryk Sienkiewicz | 1916
1884 | historical, war | Ogniem i mieczem | With Fire and Sword
1896 | historical | Quo Vadis | Quo Vadis: A Narrative of the Time of Nero
1900 | historical | Krzyżacy | The Knights of the Cross
1911 | children, adventure | W pustyni i w puszczy | In Desert and Wilderness
@ Władysław Reymont | 1925
1899 | novel | Ziemia obiecana | The Promised Land
1904 | novel | Chłopi | The Peasants
@ Stanisław Wyspiański | 1907
1901 | drama | Wesele | The Wedding
`

export const czech = `
@ Karel Hynek Mácha | 1836
1836 | poetry | Máj | May
@ Božena Němcová | 1862
1855 | novel | Babička | The Grandmother
@ Karel Jaromír Erben | 1870
1853 | poetry, tales | Kytice | A Bouquet
@ Jan Neruda | 1891
1878 | stories | Povídky malostranské | Prague Tales
@ Jaroslav Hašek | 1923
1921 | satire, war | Osudy dobrého vojáka Švejka za světové války | The Good Soldier Švejk
@ Karel Čapek | 1938
1920 | drama, sf | R.U.R. | Rossum's Universal Robots
`

export const serbian = `
@ Vuk Stefanović Karadžić | Вук Стефановић Караџић | 1864
1853 | tales | Српске народне приповијетке | Serbian Folk Tales
@ Petar II Petrović-Njegoš | Петар II Петровић Његош | 1851
1847 | epic, drama | Горски вијенац | The Mountain Wreath
@ Branislav Nušić | Бранислав Нушић | 1938
1929 | comedy | Госпођа министарка | Mrs. Minister
`

export const slovene = `
@ France Prešeren | 1849
1836 | epic | Krst pri Savici | The Baptism on the Savica
@ Ivan Cankar | 1918
1907 | novel | Hlapec Jernej in njegova pravica | The Bailiff Yerney and His Rights
`

export const bulgarian = `
@ Ivan Vazov | Иван Вазов | 1921
1894 | historical | Под игото | Under the Yoke
@ Aleko Konstantinov | Алеко Константинов | 1897
1895 | satire | Бай Ганьо | Bai Ganyo
`
